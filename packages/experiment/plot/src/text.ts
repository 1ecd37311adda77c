// oxlint-disable-next-line no-control-regex -- they are what is looked for
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Characters that XML does not have, such as escapes, become replacement characters. */
export const xmlCharacters = (text: string): string =>
  text.replaceAll(NO_XML, "\ufffd");

/** Text as XML text or attribute value. */
export const escape = (text: string): string =>
  xmlCharacters(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
