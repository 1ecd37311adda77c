import type { Camera } from "./camera.ts";

/** Pixels by which a finger or a mouse may move and still click. */
const STILL = 5;
/** Zoom of a notch of the wheel, and of a double click. */
const WHEEL = 1.0018;
const DOUBLE = 2;

export interface PointerListener {
  /** The camera was moved. */
  moved(): void;
  /** The hand lets go. */
  rested(): void;
  /** Pixels of the element; undefined where the pointer has left. */
  point(x: number | undefined, y: number | undefined): void;
  click(x: number, y: number): void;
}

/** Moves a camera by mouse, pen and fingers. */
export function listenForPointers(
  element: HTMLElement,
  camera: Camera,
  listener: PointerListener,
): void {
  const held = new Map<number, { x: number; y: number }>();
  let travelled = 0;

  const placeOf = (event: MouseEvent): { x: number; y: number } => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  /** The middle of the fingers, and how far they are apart. */
  const grip = (): { x: number; y: number; apart: number } => {
    const all = [...held.values()];
    const [one = { x: 0, y: 0 }, other = one] = all;
    return {
      x: (one.x + other.x) / 2,
      y: (one.y + other.y) / 2,
      apart: Math.hypot(one.x - other.x, one.y - other.y),
    };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    held.set(event.pointerId, placeOf(event));
    if (held.size === 1) travelled = 0;
  });
  element.addEventListener("pointermove", (event) => {
    const at = placeOf(event);
    const before = held.get(event.pointerId);
    if (before === undefined) {
      listener.point(at.x, at.y);
      return;
    }
    const from = grip();
    held.set(event.pointerId, at);
    const to = grip();
    travelled += Math.hypot(at.x - before.x, at.y - before.y);
    if (travelled <= STILL) return;
    camera.pan(from.x - to.x, from.y - to.y);
    if (from.apart > 0 && to.apart > 0)
      camera.zoom(to.apart / from.apart, to.x, to.y);
    listener.moved();
  });
  const release = (event: PointerEvent): void => {
    if (!held.delete(event.pointerId)) return;
    if (event.type === "pointerup" && travelled <= STILL && held.size === 0) {
      const { x, y } = placeOf(event);
      listener.click(x, y);
    }
    if (held.size === 0) listener.rested();
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("pointerleave", () => {
    if (held.size === 0) listener.point(undefined, undefined);
  });
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = placeOf(event);
      // Lines and pages, where a browser counts so.
      const step = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? 18 : 300;
      camera.zoom(WHEEL ** (-event.deltaY * step), x, y);
      listener.moved();
    },
    { passive: false },
  );
  element.addEventListener("dblclick", (event) => {
    const { x, y } = placeOf(event);
    camera.zoom(DOUBLE, x, y);
    listener.moved();
  });
}
