/** What a person likes, and all cards. */

export const likings = {
  theme: "Theme",
  theme_auto: "as the device",
  theme_light: "light",
  theme_dark: "dark",
  alerts: "When it is your turn",
  sound_on: "A sound",
  notify_on: "A browser notification while this page is hidden",
  notify_none: "This browser offers no notifications for this page.",
  notify_denied: "The browser does not allow it; you can allow it in the browser's settings for this page.",
  suits: "Suit colours",
  suits_many: "a colour for each suit",
  suits_two: "red and black",
  language: "Language",
  all_cards: "All 65 cards",
  vibration_on: "The phone vibrates when it is your turn",
  cards_move: "Cards",
  motion_on: "Animate cards",
  card_sounds_on: "Card sounds",
} as const;
