/** The worker in which a search thinks; see `dealt.service.tab.thinkers`. */

import { python } from "./python";

const module = python("dealt.service.tab.thinkers");

self.onmessage = async ({ data }: MessageEvent<[number, string, string]>) => {
  const [id, work, job] = data;
  self.postMessage([id, (await module).answer(work, job) as string]);
};
