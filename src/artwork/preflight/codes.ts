// Everything that can be reported about print files, in one table: how severe it is, when it is reported, and what to
// do about it. `error`: the book cannot be printed from the file. `warning`: it can be printed, but may not look as
// intended. `info`: nothing needs to be done. `docs/preflight.md` is generated from this table.

export type Severity = 'error' | 'warning' | 'info'

/** `expected` is given where it is the same for every file and product. */
type Row = { severity: Severity; when: string; expected?: string; fix: string }

const exportAgain =
  'Export the file again as PDF from the program that created it, and open it in a viewer before sending it.'

export const codes = {
  file_empty: { severity: 'error', when: 'The file is empty.', expected: 'a PDF', fix: exportAgain },
  file_not_pdf: {
    severity: 'error',
    when: 'The file is not a PDF. Often it is a web page that asks for a sign-in.',
    expected: 'a PDF',
    fix: 'Send a PDF. If the address leads to a web page about the file, use the address of the file itself.',
  },
  file_incomplete: {
    severity: 'error',
    when: 'The end marker of the PDF is missing: the upload was interrupted, or other data follows the PDF.',
    expected: 'a PDF with its end marker',
    fix: 'Upload the complete file again.',
  },
  file_damaged: {
    severity: 'error',
    when: 'The pages cannot be found, or one of the readers cannot open the file.',
    expected: 'a PDF that opens in every reader',
    fix: exportAgain,
  },
  file_encrypted: {
    severity: 'error',
    when: 'The file has a password, or restrictions on its use.',
    expected: 'a file without password or restrictions',
    fix: 'Save the file without password or restrictions (“No security”).',
  },
  file_without_pages: {
    severity: 'error',
    when: 'The file has no pages.',
    expected: 'at least 1 page',
    fix: exportAgain,
  },
  file_too_many_pages: {
    severity: 'error',
    when: 'The file has, or claims to have, more pages than any of our books.',
    fix: 'Split the work into volumes.',
  },
  file_page_counts_differ: {
    severity: 'error',
    when: 'Independent readers find different numbers of pages in the file, or a number other than the file claims.',
    expected: 'one page count',
    fix: exportAgain,
  },
  file_too_complex: {
    severity: 'error',
    when: 'Opening the file takes more memory or time than any book should need.',
    expected: 'a file that opens within the limits',
    fix: 'Flatten or simplify the artwork, and export the file again as PDF.',
  },
  file_unreadable: {
    severity: 'error',
    when: 'The reader crashed on the file.',
    expected: 'a PDF that opens in every reader',
    fix: exportAgain,
  },
  index_rebuilt: {
    severity: 'warning',
    when: 'The index (cross-reference table) of the file is wrong. Its pages were found anyway.',
    expected: 'an index that matches the file',
    fix: exportAgain,
  },
  drawing_damaged: {
    severity: 'error',
    when: 'The content of a page cannot be read to its end.',
    expected: 'page content that can be read to its end',
    fix: exportAgain,
  },
  page_too_complex: {
    severity: 'error',
    when: 'Drawing a page takes more time or memory than a printer’s software allows.',
    expected: 'a page that is drawn within the limits',
    fix: 'Flatten or simplify the artwork of the page, or replace it by an image of 300 ppi.',
  },
  page_not_drawn: {
    severity: 'error',
    when: 'A page cannot be drawn at all.',
    expected: 'a page that can be drawn',
    fix: exportAgain,
  },
  object_missing: {
    severity: 'error',
    when: 'A page has content, or draws an image, form, pattern or shading, that is not in the file.',
    expected: 'a file with all its objects',
    fix: exportAgain,
  },
  image_damaged: {
    severity: 'error',
    when: 'The data of an image are damaged or incomplete, or are not what the file says of them. Part of the image would be missing.',
    expected: 'an image with all its data',
    fix: 'Place the image again, from a file that opens completely, and export the file again as PDF.',
  },
  font_damaged: {
    severity: 'error',
    when: 'An embedded font cannot be loaded. Its text would be missing, or printed in another font.',
    expected: 'a font that can be loaded',
    fix: 'Install the font again, or convert the text to outlines, and export the file again as PDF.',
  },
  glyph_missing: {
    severity: 'error',
    when: 'Text uses a glyph that its embedded font does not have. The character would be missing.',
    expected: 'a font with all glyphs of the text',
    fix: 'Export again with the fonts completely embedded, or convert the text to outlines.',
  },
  page_count_out_of_range: {
    severity: 'error',
    when: 'The pages file has fewer or more pages than the product allows.',
    fix: 'Add or remove pages, or choose a product that allows this page count.',
  },
  page_count_not_in_step: {
    severity: 'error',
    when: 'The page count does not fit the binding, and more than three blank pages would have to be added.',
    fix: 'Add blank pages at the end.',
  },
  page_count_not_declared: {
    severity: 'error',
    when: 'The page count of the pages file differs from the page count declared in the order.',
    fix: 'Check that you sent the right file, and declare its actual page count.',
  },
  pages_padded: {
    severity: 'warning',
    when: 'Repaired: blank pages are added at the end to fit the binding.',
    fix: 'Nothing to do. To choose where the blank pages go, add them to the file yourself.',
  },
  page_size_missing: {
    severity: 'error',
    when: 'A page has no size (MediaBox), or its size is invalid: not four numbers, no area, or more than 200 inches.',
    fix: exportAgain,
  },
  page_size_wrong: {
    severity: 'error',
    when: 'The size of some pages differs from that of the product by more than the tolerance. Each size is listed with its pages.',
    fix: 'Set the page size of the document to the expected size, bleed included, and export it again.',
  },
  page_turned: {
    severity: 'warning',
    when: 'Repaired: a page has the right size but lies on its side; it is turned upright.',
    fix: 'Look at the preview: if the page is now upside down, turn it by 180 degrees in the file.',
  },
  bleed_added: {
    severity: 'info',
    when: 'Repaired: the page has the size of the trimmed book, or no bleed at the binding, and nothing on it reaches an edge that is cut. Blank bleed is added.',
    fix: 'Nothing to do. To print up to the edge, extend pictures and colors beyond it, and export with bleed.',
  },
  page_cropped: {
    severity: 'warning',
    when: 'Repaired: the page is larger than the file must be, and its BleedBox or TrimBox has the right size. The page is cropped to it, with bleed.',
    fix: 'Nothing to do. To avoid the repair, export without marks and slug.',
  },
  crop_box_reset: {
    severity: 'warning',
    when: 'Repaired: a CropBox hides the bleed. It is enlarged to the whole page.',
    fix: 'Nothing to do. To avoid the repair, remove the CropBox.',
  },
  trim_box_set: {
    severity: 'info',
    when: 'Repaired: the page does not define where it is trimmed. A TrimBox is set in its middle, and a BleedBox if it has none.',
    fix: 'Nothing to do. To avoid the repair, export with a TrimBox.',
  },
  black_text_converted: {
    severity: 'info',
    when: 'Repaired: black text or lines are defined in RGB, as office programs do. They are set in black ink alone.',
    expected: 'black or gray',
    fix: 'Nothing to do. To avoid the repair, export in CMYK or gray.',
  },
  attachments_unlocked: {
    severity: 'warning',
    when: 'Repaired: only the attachments are encrypted, and attachments are not printed. The encryption is removed.',
    expected: 'no encryption',
    fix: 'Nothing to do. To avoid the repair, remove attachments.',
  },
  pages_are_spreads: {
    severity: 'error',
    when: 'The pages are spreads: two pages of the book side by side on each page of the file.',
    fix: 'Export single pages. Most programs have the option “Spreads”: turn it off.',
  },
  not_mended: {
    severity: 'error',
    when: 'The file needs a repair, such as blank pages or pages turned upright, but cannot be repaired automatically.',
    expected: 'the page count and the sizes that the product needs',
    fix: 'Add the missing pages, turn pages that lie on their side upright, and export the file again.',
  },
  repair_refused: {
    severity: 'error',
    when: 'The file needs a repair, and the order or check does not allow repairs.',
    expected: 'a file that needs no repair',
    fix: 'Make the change in the file yourself, or allow repairs.',
  },
  orientation_mixed: {
    severity: 'warning',
    when: 'Some pages are upright and others lie on their side.',
    expected: 'one orientation',
    fix: 'Give all pages the same orientation.',
  },
  cover_not_one_page: {
    severity: 'error',
    when: 'The cover file does not have exactly one page.',
    expected: '1 page',
    fix: 'Put the back cover, spine and front cover on one page, as in the cover template.',
  },
  cover_size_wrong: {
    severity: 'error',
    when: 'The cover size differs from the size for this page count by more than the tolerance.',
    fix: 'Set the cover to the expected size, with the spine for this page count; the cover template has both.',
  },
  cover_width_unchecked: {
    severity: 'warning',
    when: 'The cover fits a page count of the product, but the page count of this book is missing or not available for the product, so the cover width could not be checked.',
    expected: 'a page count',
    fix: 'Declare `pageCount`, or send the pages file too.',
  },
  crop_box_used: {
    severity: 'warning',
    when: 'A CropBox hides part of the page. Only the visible part is measured and printed.',
    expected: 'no CropBox, or a CropBox as large as the page',
    fix: 'Remove the CropBox, or crop the page permanently.',
  },
  user_unit_used: {
    severity: 'warning',
    when: 'The page is scaled by UserUnit, which some presses ignore. It is measured at its scaled size.',
    expected: 'UserUnit 1',
    fix: 'Export the file without UserUnit, at its real size.',
  },
  trim_box_missing: {
    severity: 'warning',
    when: 'The product has bleed, but the page does not define where it is trimmed, and its TrimBox could not or may not be set. The trim is assumed to be centered.',
    fix: 'Export with a TrimBox. Most programs do this when the document has bleed.',
  },
  trim_box_wrong: {
    severity: 'warning',
    when: 'The TrimBox does not match where the book is trimmed.',
    fix: 'Set the trim size and the bleed of the document as in the template.',
  },
  bleed_box_missing: {
    severity: 'warning',
    when: 'The product has bleed, but the page does not define its extent.',
    fix: 'Export with a BleedBox. Most programs do this when the document has bleed.',
  },
  bleed_box_wrong: {
    severity: 'warning',
    when: 'The BleedBox does not cover the whole page, so a press that uses it would cut off the bleed.',
    fix: 'Export with the bleed of the document, so that the BleedBox covers the whole page, as in the template.',
  },
  text_across_trim: {
    severity: 'warning',
    when: 'Text reaches beyond the trim and would be cut.',
    fix: 'Move the text inside the trim, or make it smaller.',
  },
  text_near_trim: {
    severity: 'warning',
    when: 'Text is nearer to the trim than the safe distance of the product. Trimming varies, so it could be cut or look off-center.',
    fix: 'Move the text into the safe area of the template.',
  },
  text_in_gutter: {
    severity: 'warning',
    when: 'Text is nearer to the binding than a book of this page count allows: it would vanish in the gutter.',
    fix: 'Enlarge the inner margin of the document.',
  },
  text_in_punch: {
    severity: 'warning',
    when: 'Text is in the strip along the binding in which a coil-bound book is punched: it would have holes.',
    fix: 'Enlarge the inner margin of the document. On the cover, move the text away from the binding.',
  },
  text_over_fold: {
    severity: 'warning',
    when: 'Text on the cover crosses a fold, a hinge or the fold of a flap.',
    fix: 'Move the text away from the fold, as in the cover template.',
  },
  text_near_fold: {
    severity: 'warning',
    when: 'Text on the spine is nearer to the folds than the clearance of the product, so it could run onto the front or back.',
    fix: 'Make the text smaller, or center it on the spine.',
  },
  spine_too_thin_for_text: {
    severity: 'warning',
    when: 'There is text on a spine that is too thin for text. It would run onto the front or back.',
    fix: 'Remove the text from the spine.',
  },
  barcode_area_used: {
    severity: 'warning',
    when: 'Text or a picture reaches into the area of the back cover that is kept for the barcode. A barcode that lies completely in the area is fine, and so is a background.',
    fix: 'Keep the area free, as in the cover template.',
  },
  isbn_barcode_wrong: {
    severity: 'warning',
    when: 'The barcode on the cover has another ISBN than the product. Shops would sell the book as another one.',
    fix: 'Replace the barcode, or correct the ISBN of the product.',
  },
  isbn_price_wrong: {
    severity: 'warning',
    when: 'The five digits beside the barcode give another price than the product.',
    fix: 'Replace the barcode, or correct the price of the product.',
  },
  isbn_text_wrong: {
    severity: 'warning',
    when: 'The text of the cover or of the first 12 pages gives ISBNs, and none of them is that of the product.',
    fix: 'Correct the ISBN on the copyright page or cover, or that of the product.',
  },
  isbn_barcode_missing: {
    severity: 'info',
    when: 'The product has an ISBN, and no barcode of an ISBN can be read on the cover.',
    fix: 'Nothing to do for books that shops do not sell. For others, add a barcode, or set `barcode` of the product to `draw`.',
  },
  isbn_barcode_drawn: {
    severity: 'info',
    when: 'Repaired, because the product asks for it: the barcode of its ISBN is drawn in the barcode area of the cover.',
    fix: 'Nothing to do. Look at the preview.',
  },
  isbn_barcode_not_drawn: {
    severity: 'warning',
    when: 'The product asks for its barcode on the cover, and it cannot be drawn: the barcode area is too small or not known, the file does not allow it, or the order does not allow repairs.',
    fix: 'Add the barcode to the cover yourself.',
  },
  picture_short_of_bleed: {
    severity: 'warning',
    when: 'A picture or color ends at the trim, or between the trim and the end of the bleed: a thin white edge could show. The side at the binding does not count.',
    fix: 'Extend the picture to the end of the bleed.',
  },
  font_not_embedded: {
    severity: 'error',
    when: 'Text uses a font that is not embedded in the file (standard fonts must be embedded too). It would be printed in another font.',
    expected: 'an embedded font',
    fix: 'Export with all fonts embedded, or convert the text to outlines.',
  },
  image_resolution_too_low: {
    severity: 'error',
    when: 'An image that is printed larger than 2 inches has fewer than 100 ppi: its pixels would be visible.',
    fix: 'Use an image with more pixels, or place it smaller.',
  },
  image_resolution_low: {
    severity: 'warning',
    when: 'An image has fewer than 300 ppi at its placed size, or is a small image, such as a QR code, with fewer than 100: it may look blurred.',
    fix: 'Use an image with more pixels, or place it smaller.',
  },
  image_resolution_high: {
    severity: 'info',
    when: 'An image has more pixels than the press can print. Its file is larger than it needs to be.',
    fix: 'Nothing to do. To make the file smaller, export with images of 300 ppi.',
  },
  bitonal_resolution_low: {
    severity: 'warning',
    when: 'An image in black and white without gray has too few pixels for its size: its edges would be jagged.',
    fix: 'Scan or export it with more pixels, or in gray.',
  },
  colour_rgb: {
    severity: 'warning',
    when: 'Colors are defined in RGB. They are converted for the press, and bright colors may look duller.',
    expected: 'CMYK or gray',
    fix: 'Export in CMYK to control the colors yourself.',
  },
  colour_rgb_black: {
    severity: 'info',
    when: 'Black or gray is defined in RGB, as office programs do. It is converted for the press.',
    expected: 'black or gray',
    fix: 'Nothing to do. To be sure that text is printed in black ink alone, export in CMYK or gray.',
  },
  colour_lab: {
    severity: 'warning',
    when: 'Colors are defined in Lab. They are converted for the press, and bright colors may look duller.',
    expected: 'CMYK or gray',
    fix: 'Export in CMYK to control the colors yourself.',
  },
  colour_not_printed: {
    severity: 'warning',
    when: 'Pages have color, but the pages of this book are printed in black. The color is printed as gray.',
    expected: 'black and gray',
    fix: 'Choose a book with color pages, or convert the pages to gray to see how they look.',
  },
  ink_coverage_high: {
    severity: 'warning',
    when: 'A fill, line or text has more ink than the paper takes. It may smear, or stick to the next page.',
    fix: 'Use a color with less ink. Text and lines are best in black ink alone.',
  },
  tint_faint: {
    severity: 'warning',
    when: 'A tint is lighter than the press can hold. It may vanish, or look blotchy.',
    fix: 'Make the tint stronger, or leave it white.',
  },
  white_overprint: {
    severity: 'warning',
    when: 'White is set to overprint. White that overprints leaves no trace on the press, although screens show it.',
    expected: 'white that knocks out',
    fix: 'Turn off overprinting for white text and shapes.',
  },
  line_too_thin: {
    severity: 'warning',
    when: 'A line, or a filled sliver, is thinner than the press can hold. It may break up or vanish.',
    fix: 'Make the line thicker.',
  },
  text_small: {
    severity: 'warning',
    when: 'Text is smaller than the press can print legibly.',
    fix: 'Make the text larger.',
  },
  reversed_text_small: {
    severity: 'warning',
    when: 'White text is too small: ink fills thin strokes that are left open.',
    fix: 'Make the text larger or bolder.',
  },
  rich_text_small: {
    severity: 'warning',
    when: 'Small text is printed in several inks. If they do not meet exactly, the text has colored edges.',
    fix: 'Set the text in black ink alone, or make it larger.',
  },
  colour_spot: {
    severity: 'info',
    when: 'The file uses spot colors. They are printed as process colors.',
    expected: 'process colors',
    fix: 'Convert spot colors to process colors to control the result yourself.',
  },
  transparency: {
    severity: 'warning',
    when: 'The file uses transparency, which is flattened for the press.',
    expected: 'no transparency',
    fix: 'Export as PDF/X-1a, or flatten transparency, to check the result yourself.',
  },
  font_drawn: {
    severity: 'warning',
    when: 'Text is in a Type 3 font, whose glyphs are drawings. Small text may look coarse or too bold.',
    expected: 'a TrueType, OpenType or Type 1 font',
    fix: 'Export with outline fonts, or convert the text to outlines.',
  },
  layer_prints_hidden: {
    severity: 'warning',
    when: 'A layer prints although screens hide it.',
    expected: 'layers that print as screens show them',
    fix: 'Look at the preview, which shows what prints. Delete the layer, or set it not to print.',
  },
  transfer_curve: {
    severity: 'warning',
    when: 'The file brings a transfer curve, which makes the page lighter or darker. Some presses ignore it.',
    expected: 'no transfer curve',
    fix: 'Export without transfer functions.',
  },
  page_upside_down: {
    severity: 'warning',
    when: 'All text of a page is upside down.',
    expected: 'upright pages',
    fix: 'Turn the page by 180 degrees, unless it is meant to be so.',
  },
  pages_blank: {
    severity: 'warning',
    when: 'The whole file, or a long run of pages, is blank.',
    fix: 'Check that you sent the right file, and that all its layers print.',
  },
  annotations: {
    severity: 'warning',
    when: 'The file has comments, links or other annotations. They are not printed.',
    expected: 'no annotations',
    fix: 'Remove annotations. Place anything that should print on the page itself.',
  },
  form_fields: {
    severity: 'warning',
    when: 'The file has form fields. Their values may not print.',
    expected: 'no form fields',
    fix: 'Flatten the form to make its content part of the page.',
  },
  form_xfa: {
    severity: 'warning',
    when: 'The file has an XFA form, which few programs can show.',
    expected: 'no XFA form',
    fix: 'Print the form to a new PDF.',
  },
  scripts: {
    severity: 'warning',
    when: 'The file contains scripts (JavaScript). They are never run.',
    expected: 'no scripts',
    fix: 'Remove scripts from the file.',
  },
  actions: {
    severity: 'warning',
    when: 'The file contains actions that start programs, open other files or send data. They are never run.',
    expected: 'no such actions',
    fix: 'Remove such actions from the file.',
  },
  attachments: {
    severity: 'warning',
    when: 'The file has attachments. They are neither opened nor printed.',
    expected: 'no attachments',
    fix: 'Remove attachments.',
  },
  marks_in_bleed: {
    severity: 'warning',
    when: "The page has printer's marks: mark annotations, anything in the registration color, or, outside the trim, four short straight lines or a line of small text. They would be printed.",
    expected: "no printer's marks",
    fix: "Export without printer's marks.",
  },
  pdfx_required: {
    severity: 'error',
    when: 'The book needs a version of PDF/X, and the file is not such a file, or contradicts its claim to be.',
    fix: 'Export as this version of PDF/X.',
  },
  pdfx_false: {
    severity: 'warning',
    when: 'The file claims to be PDF/X, but has something that this version forbids, or lacks its output condition.',
    fix: 'Export as PDF/X again. Changing a file afterward often breaks it.',
  },
  pdfx_claimed: {
    severity: 'info',
    when: 'The file claims to be PDF/X, and nothing that the check reads contradicts it.',
    fix: 'Nothing to do.',
  },
  check_limited: {
    severity: 'warning',
    when: 'The pages contain too much, or too deeply nested, content to check all images, fonts, colors, transparency and marks. The size and number of all pages were checked.',
    fix: 'Simplify the artwork if you want all of it checked.',
  },
} as const satisfies Record<string, Row>

export type Code = keyof typeof codes
