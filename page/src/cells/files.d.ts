/** Files that are bundled as texts. */
declare module "*.py" {
  const text: string;
  export default text;
}
