import { byId } from "./dom.ts";

/** Milliseconds after which the reader may have had enough. */
const LONG_MS = 500;

/** Ends what the worker is doing; seen where that takes long. */
export class StopButton {
  readonly #button = byId<HTMLButtonElement>("stop");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stop: () => void) {
    this.#button.addEventListener("click", stop);
  }

  busy(isBusy: boolean): void {
    clearTimeout(this.#timer);
    if (isBusy) {
      this.#timer = setTimeout(() => {
        this.#button.hidden = false;
      }, LONG_MS);
      return;
    }
    // Else keys begin at the top of the page again.
    if (document.activeElement === this.#button) byId("panels").focus();
    this.#button.hidden = true;
  }
}
