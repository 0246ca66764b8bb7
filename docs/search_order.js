/* What the search shows first: what people do, then what programs read; see html_search_scorer. */

const PORTUGUESE = /^pt\/|-regras$/;
const ASKED = new URLSearchParams(location.search);
const LANGUAGE = ASKED.get("lang");
const WORDS = (ASKED.get("q") ?? "").toLowerCase().split(/\P{L}+/u);
const ORDER = [
  [/^games\/(?!.*-rules$|index$)|^tutorials\/(?!index$)/, 40],
  [/^games\/|^howto\/|^pt\/|^penney\//, 30],
  [/^notebooks\/|^explanation\/|^glossary$/, 20],
  [/^reference\/(commands|formats|examples)$/, 0],
  [/^(reference|development)\/|^dependencies$/, -40],
];

// a search that began on a page in Portuguese stays there
if (LANGUAGE)
  addEventListener("DOMContentLoaded", () => {
    for (const form of document.querySelectorAll("form[role=search]"))
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "lang", value: LANGUAGE }));
  });

/** How well the words that were asked for name a page, such as `score-sheet`. */
function named(docname) {
  const parts = docname.split("/").at(-1).split("-");
  const found = parts.filter((part) => WORDS.includes(part)).length;
  return 15 * found + (5 * found) / parts.length;
}

var Scorer = {
  score: ([docname, , , , score]) => {
    const rank = ORDER.find(([pages]) => pages.test(docname))?.[1] ?? 0;
    const isOfLanguage = PORTUGUESE.test(docname) === (LANGUAGE === "pt");
    return score + rank + named(docname) + (isOfLanguage ? 0 : LANGUAGE ? -100 : -20);
  },
  // the usual ones
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
