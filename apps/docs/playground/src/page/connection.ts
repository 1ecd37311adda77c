import type {
  Asks,
  Frame,
  Question,
  Refusal,
  Reply,
  Seen,
} from "../shared/protocol.ts";

/** A question that was refused. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** What the worker says without being asked. */
export interface Listener {
  frame(frame: Frame): void;
  stopped(refusal: Refusal): void;
  progress(text: string): void;
  /** The worker was asked something, or has answered all that it was asked. */
  busy(isBusy: boolean): void;
}

/** The worker that holds the packages. */
export class Connection {
  /** Who hears what nobody asked for. */
  listener: Listener | undefined;
  #worker: Worker;
  #next = 0;
  #open = new Map<
    number,
    { resolve: (answer: unknown) => void; reject: (error: unknown) => void }
  >();

  constructor() {
    this.#worker = this.#start();
  }

  /** @throws Refused */
  ask<A extends keyof Asks>(
    ask: A,
    question: Asks[A][0],
    transfer: Transferable[] = [],
  ): Promise<Asks[A][1]> {
    const id = this.#next++;
    const message: Question = { id, ask, with: question };
    return new Promise<unknown>((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      if (this.#open.size === 1) this.listener?.busy(true);
      this.#worker.postMessage(message, transfer);
    }) as Promise<Asks[A][1]>;
  }

  /** A frame was drawn: the next may come. */
  seen(): void {
    const message: Seen = { seen: true };
    this.#worker.postMessage(message);
  }

  /** Ends whatever the worker is doing; it forgets fabrics, tables and files. Open questions are refused. */
  restart(): void {
    this.#worker.terminate();
    for (const { reject } of this.#open.values())
      reject(new Refused({ code: "stopped", message: "Stopped.", where: "" }));
    this.#open = new Map();
    this.listener?.busy(false);
    this.#worker = this.#start();
  }

  #start(): Worker {
    const worker = new Worker(new URL("worker.js", import.meta.url), {
      type: "module",
      name: "fabriclab",
    });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#hear(data);
    worker.onerror = (event) => {
      const refusal = {
        code: "internal",
        message:
          event.message === ""
            ? "The worker could not be started."
            : event.message,
        where: "",
      };
      for (const { reject } of this.#open.values())
        reject(new Refused(refusal));
      this.#open.clear();
      this.listener?.busy(false);
      this.listener?.stopped(refusal);
    };
    return worker;
  }

  #hear(reply: Reply): void {
    if ("frame" in reply) return this.listener?.frame(reply.frame);
    if ("stopped" in reply) return this.listener?.stopped(reply.stopped);
    if ("progress" in reply) return this.listener?.progress(reply.progress);
    const open = this.#open.get(reply.id);
    this.#open.delete(reply.id);
    if (this.#open.size === 0) this.listener?.busy(false);
    if ("answer" in reply) open?.resolve(reply.answer);
    else open?.reject(new Refused(reply.refusal));
  }
}
