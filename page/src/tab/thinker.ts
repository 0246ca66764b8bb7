/** The worker in which a search thinks; see `dealt.service.tab.thinkers`. */

import { fetchNamed } from "./packs";
import { python } from "./python";

const module = python("dealt.service.tab.thinkers");

self.onmessage = async ({ data }: MessageEvent<[number, string, string]>) => {
  const [id, work, job] = data;
  try {
    const thinkers = await module;
    await fetchNamed(job);
    self.postMessage([id, thinkers.answer(work, job) as string]);
  } catch (error) {
    reportError(error); // so that the next question gets a new worker
  }
};
