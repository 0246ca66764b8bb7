/** What is said in place of links, where nobody can come by one. */

import { t } from "../catalogue";
import { Dialog } from "../dialog";

export function Alone({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("invite")} onClose={onClose}>
      <p>{t("tab_online")}</p>
    </Dialog>
  );
}
