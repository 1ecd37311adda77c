import { Budget } from "./budget.ts";
import { Glide, marginOf } from "./glide.ts";
import type { Picture } from "./picture.ts";
import { isSame, placed, type Pose } from "./pose.ts";
import type {
  Finished,
  LineList,
  NodeList,
  Placement,
  Surface,
} from "./surface.ts";

/** Lines and nodes of a frame while the drawing is moved: at least, at most, and milliseconds for them: 60 frames a second, or nearly. */
const MOVING = [1024, 4096, 20] as const;
/** Milliseconds of a frame that came late because of what it drew, and how many frames after it draw nothing: the hand comes first. Why not less in each frame: one that is late at all is late by a whole frame of the screen. */
const LATE = 20;
const WAITS = 3;
/** The same where it stands: nobody sees frames, but keys and clicks have to be heard. */
const RESTING = [1024, 65_536, 40] as const;
/** A picture that shows less than this share of what is to be seen, */
const LEAST_SHARE = 0.7;
/** or that is scaled by more than this, is replaced while the drawing moves. */
const MOST_SCALED = 1.6;

/** A picture that is finished: what it shows, and from where. */
interface Done {
  readonly pose: Pose;
  readonly version: number;
}

/** A picture in the making. */
interface Job extends Done {
  readonly as: Finished;
  readonly lines: LineList;
  readonly linesVersion: number;
  marked: LineList | undefined;
  nodes: NodeList | undefined;
  /** Lines, then nodes, that are drawn. */
  drawn: number;
  nodesDrawn: number;
  /** Whether it began with a copy of the lines. */
  readonly isReused: boolean;
  frames: number;
}

/** Draws a picture over as many frames as it takes, each of which draws no more than there is time for. Until it is finished, the last one is moved and scaled. */
export class Progress {
  readonly #surface: Surface;
  readonly #picture: Picture;
  readonly #moving = new Budget(...MOVING);
  readonly #resting = new Budget(...RESTING);
  #job: Job | undefined;
  #shown: Done | undefined;
  #overview: Done | undefined;
  #kept: { readonly pose: Pose; readonly linesVersion: number } | undefined;
  /** Lines and nodes of the last picture, and whether it took more than a frame. */
  #count: number;
  #isSlow = false;
  readonly #glide = new Glide();
  /** Where the picture on the page was last put. */
  #put: Pose | undefined;
  /** Frames of a moved drawing in which nothing is drawn. */
  #waits = 0;
  #asked: { readonly at: number; readonly isAll: boolean } | undefined;

  constructor(surface: Surface, picture: Picture, count: number) {
    this.#surface = surface;
    this.#picture = picture;
    this.#count = count;
  }

  /** Whether what is on the page is drawn for this place, and nothing has changed since. */
  isExact(pose: Pose): boolean {
    return (
      this.#shown !== undefined &&
      this.#shown.version === this.#picture.version &&
      isSame(this.#shown.pose, pose)
    );
  }

  /**
   * Goes on.
   *
   * @param now milliseconds
   * @param home the place from which all of the fabric is seen
   * @returns whether what is seen has changed
   */
  frame(now: number, pose: Pose, home: Pose, isMoving: boolean): boolean {
    const budget = isMoving ? this.#moving : this.#resting;
    const isReady = this.#surface.ready();
    this.#waits -= 1;
    if (isReady && this.#asked !== undefined) {
      const took = now - this.#asked.at;
      if (this.#asked.isAll) budget.took(took);
      if (isMoving && took > LATE) this.#waits = WAITS;
      this.#asked = undefined;
    }
    this.#plan(pose, home, isMoving, budget.now);
    let isFinished = false;
    const isTurn = isReady && (!isMoving || this.#waits <= 0);
    if (this.#job !== undefined && isTurn)
      isFinished = this.#draw(this.#job, now, budget.now);
    const isPut = this.#put !== undefined && isSame(this.#put, pose);
    if (isPut && !isFinished) return false;
    this.#put = pose;
    if (isFinished || !this.#glide.to(pose)) this.#show(pose);
    return true;
  }

  /** Whether nothing is left to do. */
  isDone(pose: Pose): boolean {
    return this.#job === undefined && this.isExact(pose);
  }

  #plan(pose: Pose, home: Pose, isMoving: boolean, budget: number): void {
    const job = this.#job;
    if (job !== undefined) {
      // While it moves, a picture from where it was just now is better than none.
      const isWanted =
        isMoving ||
        (job.as === "overview"
          ? this.isExact(pose) && isSame(job.pose, home)
          : isSame(job.pose, pose));
      if (isWanted) return;
      this.#job = undefined;
    }
    if (!this.isExact(pose)) {
      if (isMoving && this.#count > budget && this.#isGood(pose)) return;
      this.#job = this.#begin(pose, "shown");
    } else if (
      this.#isSlow &&
      this.#overview?.version !== this.#picture.version
    ) {
      if (isSame(pose, home)) {
        this.#surface.copyShown();
        this.#overview = this.#shown;
      } else if (!isMoving) this.#job = this.#begin(home, "overview");
    }
  }

  /** Whether the picture that there is will do while the drawing moves. */
  #isGood(pose: Pose): boolean {
    if (this.#shown === undefined) return false;
    const { left, top, width, height } = placed(this.#shown.pose, pose);
    const scaled = pose.affine.scale / this.#shown.pose.affine.scale;
    const seen = (from: number, size: number, whole: number): number =>
      Math.max(0, Math.min(from + size, whole) - Math.max(from, 0)) / whole;
    return (
      scaled <= MOST_SCALED &&
      scaled >= 1 / MOST_SCALED &&
      seen(left, width, pose.width) * seen(top, height, pose.height) >=
        LEAST_SHARE
    );
  }

  #begin(pose: Pose, as: Finished): Job {
    const { linesVersion, version } = this.#picture;
    const isReused =
      this.#kept !== undefined &&
      this.#kept.linesVersion === linesVersion &&
      isSame(this.#kept.pose, pose);
    this.#resize(pose);
    if (isReused) this.#surface.reuse();
    else this.#surface.begin(this.#picture.page);
    return {
      as,
      pose,
      version,
      linesVersion,
      lines: isReused ? NONE : this.#picture.lines(pose),
      marked: undefined,
      nodes: undefined,
      drawn: 0,
      nodesDrawn: 0,
      isReused,
      frames: 0,
    };
  }

  /** Draws a part of it. @returns whether that was the last one */
  #draw(job: Job, now: number, budget: number): boolean {
    job.frames += 1;
    let left = budget;
    const upTo = (from: number, count: number): number => {
      const until = Math.min(count, from + left);
      left -= until - from;
      return until;
    };
    const lines = upTo(job.drawn, job.lines.count);
    this.#surface.lines(job.lines, job.drawn, lines);
    job.drawn = lines;
    if (lines === job.lines.count && left > 0) {
      if (job.nodes === undefined || job.marked === undefined) {
        if (!job.isReused && job.frames > 1) this.#keep(job);
        job.marked = this.#picture.marked(job.pose);
        job.nodes = this.#picture.nodes(job.pose);
        left -= job.marked.count;
        this.#surface.lines(job.marked, 0, job.marked.count);
      }
      const nodes = upTo(job.nodesDrawn, job.nodes.count);
      this.#surface.nodes(
        job.nodes,
        job.nodesDrawn,
        Math.max(nodes, job.nodesDrawn),
      );
      job.nodesDrawn = Math.max(nodes, job.nodesDrawn);
    }
    this.#asked = { at: now, isAll: left <= 0 };
    if (job.nodes === undefined || job.nodesDrawn < job.nodes.count)
      return false;
    this.#finish(job);
    return true;
  }

  #keep({ pose, linesVersion, as }: Job): void {
    if (as === "overview") return;
    this.#surface.keep();
    this.#kept = { pose, linesVersion };
  }

  #finish(job: Job): void {
    const { pose, version, as, lines, nodes, frames } = job;
    this.#surface.finish(as);
    this.#job = undefined;
    if (as === "overview") {
      this.#overview = { pose, version };
      return;
    }
    this.#shown = { pose, version };
    this.#isSlow = frames > 1 || (this.#isSlow && job.isReused);
    if (!job.isReused) this.#count = lines.count + (nodes?.count ?? 0);
  }

  #show(pose: Pose): void {
    this.#resize(pose);
    const placements: Placement[] = [];
    if (this.#overview !== undefined)
      placements.push({
        picture: "overview",
        ...placed(this.#overview.pose, pose),
      });
    if (this.#shown !== undefined)
      placements.push({ picture: "shown", ...placed(this.#shown.pose, pose) });
    // What stands still, or is drawn in every frame, needs nothing beyond the edges.
    const isWide = !this.isExact(pose);
    this.#surface.show(this.#picture.page, placements, pose.ratio, isWide);
    this.#glide.drawn(this.#surface.canvas, pose, isWide);
  }

  #resize(pose: Pose): void {
    this.#surface.resize(
      Math.max(1, Math.round(pose.width * pose.ratio)),
      Math.max(1, Math.round(pose.height * pose.ratio)),
      marginOf(pose),
    );
  }
}

const NONE: LineList = {
  count: 0,
  ends: new Float32Array(0),
  kinds: new Uint8Array(0),
  looks: [],
};
