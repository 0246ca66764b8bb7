/** Guided first rounds. */

export const lessons = {
  lesson_begin: "Learn it by playing: a guided round of a few minutes",
  lesson_of: "{game}: a guided round",
  lesson: "Guided round",
  lesson_far: "How far the round has come",
  lesson_on: "Go on",
  lesson_show: "Choose it for me",
  lesson_other: "Not in this lesson, which plays: {action}.",
  lesson_play: "Now play yourself",
  lesson_again: "From the beginning",
} as const;
