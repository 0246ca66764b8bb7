/** Something that is on or off. */

interface CheckProps {
  label: string;
  isOn: boolean;
  change: (isOn: boolean) => void;
}

export function Check({ label, isOn, change }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
