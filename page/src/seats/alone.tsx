/** What is said in place of links, where nobody can come by one. */

import { t } from "../base/catalogue";
import { Dialog } from "../shell/dialog";

export function Alone({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("invite")} onClose={onClose}>
      <p>{t("tab_online")}</p>
    </Dialog>
  );
}
