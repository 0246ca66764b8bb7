/** Python in a worker of its own, which is started for the first cell that runs. */

import { keepFiles } from "../base/browser";
import type { FromRunner, Output, ToRunner } from "./says";

/** The folder with Python and the package, in which this script lies, too. */
const folder = new URL(".", import.meta.url);

/** What becomes of a cell that runs. */
export interface Running {
  loading(bytes: number): void;
  begun(): void;
  output(parts: Output[]): void;
}

/** How a cell ended: the class of its error or "", stopped by somebody, or Python cannot run. */
export type Ending = { is: "done"; error: string } | { is: "stopped" } | { is: "failed"; reason: string };

interface Job extends Running {
  end(ending: Ending): void;
}

/** Runs one cell after the other; what they define stays until `stop`. */
export class Python {
  private worker: Worker | null = null;
  private job: Job | null = null;
  private last = 0;
  private isKept = false;

  /** Run a cell; no other may be running. */
  run(source: string, name: string, each: boolean, running: Running): Promise<Ending> {
    this.worker ??= this.start();
    const { worker } = this;
    const id = ++this.last;
    return new Promise((end) => {
      this.job = { ...running, end };
      worker.postMessage({ id, source, name, each } satisfies ToRunner);
    });
  }

  /** End whatever runs; the next cell begins with nothing. */
  stop(ending: Ending = { is: "stopped" }): void {
    this.worker?.terminate();
    this.worker = null;
    this.finish(ending);
  }

  private start(): Worker {
    const worker = new Worker(new URL("runner.js", folder), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromRunner>) => {
      if (this.worker === worker) this.receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.stop({ is: "failed", reason: event.message || "it cannot be loaded" });
    };
    return worker;
  }

  private receive(message: FromRunner): void {
    switch (message.is) {
      case "loading":
        this.job?.loading(message.bytes);
        break;
      case "begun":
        this.job?.begun();
        if (!this.isKept) void keepFiles(new URL("sw.js", folder)); // it starts without a network, too
        this.isKept = true;
        break;
      case "output":
        this.job?.output(message.parts);
        break;
      case "done":
        this.finish({ is: "done", error: message.error });
        break;
      case "failed":
        this.stop({ is: "failed", reason: message.reason });
        break;
    }
  }

  private finish(ending: Ending): void {
    const { job } = this;
    this.job = null;
    job?.end(ending);
  }
}
