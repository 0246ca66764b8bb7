/** Links to a table, how they are passed on, and who else may come. */

export const links = {
  table_label: "Name of the table",
  ask_first: "Ask me before somebody takes a seat during a match",
  share: "Share",
  qr_code: "The link as a QR code",
  invite_player: "Link to play",
  invite_watcher: "Link to watch",
  invite_seat: "Link to move my seat to another device",
  invite_text: "Send this link. Whoever opens it comes to this table; no account is needed.",
  invite_seat_text: "Open this link on your other device. It works once, and only for you.",
  invite_revoke: "Revoke all such links",
  only_here:
    "This address works on this computer only. To let others in, start the service with: dealt serve --lan",
  copy: "Copy",
  copied: "Copied",
  copy_by_hand: "It is selected. Copy it with your keyboard or by a long press.",
} as const;
