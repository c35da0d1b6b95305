// The title in a PDF, where it may be the title of a book. Programs write the name of a file there, or nothing.

const maxLetters = 200
const ofProgram = /^(?:microsoft |adobe |quarkxpress|print\b|openoffice|libreoffice)/i
const ofFile =
  /[\\/]|_|\.(?:pdf|docx?|odt|rtf|txt|indd|idml|qx[pd]|pages|pub|afpub|sla|tex|dvi|ai|psd|e?ps|tiff?|jpe?g|png|html?)$/i
const placeholder =
  /^(?:untitled|unbenannt|ohne titel|kein titel|no title|title|titel|document|dokument|layout|cover|umschlag|interior|innenteil|buchblock|pages|book|buch)[\s-]*\d*$/i

/** Null for a name of a file, a placeholder, and what has no letters. */
export function bookTitleIn(title: string | null): string | null {
  const words = (title ?? '').replaceAll(/\s+/g, ' ').trim()
  const isSensible = /\p{L}/u.test(words) && words.length <= maxLetters
  return isSensible && ![ofProgram, ofFile, placeholder].some(pattern => pattern.test(words)) ? words : null
}
