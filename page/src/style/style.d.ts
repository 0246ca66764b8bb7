/** esbuild gathers style sheets into page.css. */
declare module "*.css";
