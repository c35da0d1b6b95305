// Everything that can be reported about print files, in one table: how severe it is, when it is reported, and what to
// do about it. `error`: the book cannot be printed from the file. `warning`: it can be printed, but may not look as
// intended. `info`: nothing needs to be done. `docs/preflight.md` is generated from this table.

import { say, type Translatable } from '../../../languages/texts.ts'

export type Severity = 'error' | 'warning' | 'info'

/** `expected` is given where it is the same for every file and product. */
type Row = { severity: Severity; when: Translatable; expected?: Translatable; fix: Translatable }

const exportAgain = say(
  'Export the file again as PDF from the program that created it, and open it in a viewer before sending it.',
)

export const codes = {
  file_empty: { severity: 'error', when: say('The file is empty.'), expected: say('a PDF'), fix: exportAgain },
  file_not_pdf: {
    severity: 'error',
    when: say('The file is not a PDF. Often it is a web page that asks for a sign-in.'),
    expected: say('a PDF'),
    fix: say('Send a PDF. If the address leads to a web page about the file, use the address of the file itself.'),
  },
  file_incomplete: {
    severity: 'error',
    when: say('The end marker of the PDF is missing: the upload was interrupted, or other data follows the PDF.'),
    expected: say('a PDF with its end marker'),
    fix: say('Upload the complete file again.'),
  },
  file_damaged: {
    severity: 'error',
    when: say('The pages cannot be found, or one of the readers cannot open the file.'),
    expected: say('a PDF that opens in every reader'),
    fix: exportAgain,
  },
  file_encrypted: {
    severity: 'error',
    when: say('The file has a password, or restrictions on its use.'),
    expected: say('a file without password or restrictions'),
    fix: say('Save the file without password or restrictions (“No security”).'),
  },
  file_without_pages: {
    severity: 'error',
    when: say('The file has no pages.'),
    expected: say('at least 1 page'),
    fix: exportAgain,
  },
  file_too_many_pages: {
    severity: 'error',
    when: say('The file has, or claims to have, more pages than any of our books.'),
    fix: say('Split the work into volumes.'),
  },
  file_page_counts_differ: {
    severity: 'error',
    when: say(
      'Independent readers find different numbers of pages in the file, or a number other than the file claims.',
    ),
    expected: say('one page count'),
    fix: exportAgain,
  },
  file_too_complex: {
    severity: 'error',
    when: say('Opening the file takes more memory or time than any book should need.'),
    expected: say('a file that opens within the limits'),
    fix: say('Flatten or simplify the artwork, and export the file again as PDF.'),
  },
  file_unreadable: {
    severity: 'error',
    when: say('The reader crashed on the file.'),
    expected: say('a PDF that opens in every reader'),
    fix: exportAgain,
  },
  index_rebuilt: {
    severity: 'warning',
    when: say('The index (cross-reference table) of the file is wrong. Its pages were found anyway.'),
    expected: say('an index that matches the file'),
    fix: exportAgain,
  },
  drawing_damaged: {
    severity: 'error',
    when: say('The content of a page cannot be read to its end.'),
    expected: say('page content that can be read to its end'),
    fix: exportAgain,
  },
  page_too_complex: {
    severity: 'error',
    when: say('Drawing a page takes more time or memory than a printer’s software allows.'),
    expected: say('a page that is drawn within the limits'),
    fix: say('Flatten or simplify the artwork of the page, or replace it by an image of 300 ppi.'),
  },
  page_not_drawn: {
    severity: 'error',
    when: say('A page cannot be drawn at all.'),
    expected: say('a page that can be drawn'),
    fix: exportAgain,
  },
  object_missing: {
    severity: 'error',
    when: say(
      'A page has content, or names an image, form, pattern, shading, color space or graphics state, that is not in the file, or not as a drawing.',
    ),
    expected: say('a file with all its objects'),
    fix: exportAgain,
  },
  image_damaged: {
    severity: 'error',
    when: say(
      'The data of an image, of its table of colors, or of a mesh are damaged or incomplete, or are not what the file says of them. Part of it would be missing.',
    ),
    expected: say('an image with all its data'),
    fix: say('Place the image again, from a file that opens completely, and export the file again as PDF.'),
  },
  font_damaged: {
    severity: 'error',
    when: say('An embedded font cannot be loaded. Its text would be missing, or printed in another font.'),
    expected: say('a font that can be loaded'),
    fix: say('Install the font again, or convert the text to outlines, and export the file again as PDF.'),
  },
  glyph_missing: {
    severity: 'error',
    when: say('Text uses a glyph that its embedded font does not have. The character would be missing.'),
    expected: say('a font with all glyphs of the text'),
    fix: say('Export again with the fonts completely embedded, or convert the text to outlines.'),
  },
  page_count_out_of_range: {
    severity: 'error',
    when: say('The pages file has fewer or more pages than the product allows.'),
    fix: say('Add or remove pages, or choose a product that allows this page count.'),
  },
  page_count_not_in_step: {
    severity: 'error',
    when: say('The page count does not fit the binding, and more than three blank pages would have to be added.'),
    fix: say('Add blank pages at the end.'),
  },
  page_count_not_declared: {
    severity: 'error',
    when: say('The page count of the pages file differs from the page count declared in the order.'),
    fix: say('Check that you sent the right file, and declare its actual page count.'),
  },
  pages_padded: {
    severity: 'warning',
    when: say('Repaired: blank pages are added at the end to fit the binding.'),
    fix: say('Nothing to do. To choose where the blank pages go, add them to the file yourself.'),
  },
  page_size_missing: {
    severity: 'error',
    when: say(
      'A page has no size (MediaBox), or its size is invalid: not four numbers, no area, or more than 200 inches.',
    ),
    fix: exportAgain,
  },
  page_size_wrong: {
    severity: 'error',
    when: say(
      'The size of some pages differs from that of the product by more than the tolerance. Each size is listed with its pages.',
    ),
    fix: say('Set the page size of the document to the expected size, bleed included, and export it again.'),
  },
  page_turned: {
    severity: 'warning',
    when: say('Repaired: a page has the right size but lies on its side; it is turned upright.'),
    fix: say('Look at the preview: if the page is now upside down, turn it by 180 degrees in the file.'),
  },
  bleed_added: {
    severity: 'info',
    when: say(
      'Repaired: the page has the size of the trimmed book, or no bleed at the binding, and nothing on it reaches an edge that is cut. Blank bleed is added.',
    ),
    fix: say('Nothing to do. To print up to the edge, extend pictures and colors beyond it, and export with bleed.'),
  },
  page_cropped: {
    severity: 'warning',
    when: say(
      'Repaired: the page is larger than the file must be, and its BleedBox or TrimBox has the right size. The page is cropped to it, with bleed.',
    ),
    fix: say('Nothing to do. To avoid the repair, export without marks and slug.'),
  },
  crop_box_reset: {
    severity: 'warning',
    when: say('Repaired: a CropBox hides the bleed. It is enlarged to the whole page.'),
    fix: say('Nothing to do. To avoid the repair, remove the CropBox.'),
  },
  trim_box_set: {
    severity: 'info',
    when: say(
      'Repaired: the page does not define where it is trimmed. A TrimBox is set in its middle, and a BleedBox if it has none.',
    ),
    fix: say('Nothing to do. To avoid the repair, export with a TrimBox.'),
  },
  black_text_converted: {
    severity: 'info',
    when: say(
      'Repaired: black text or lines are defined in RGB, as office programs do. They are set in black ink alone.',
    ),
    expected: say('black or gray'),
    fix: say('Nothing to do. To avoid the repair, export in CMYK or gray.'),
  },
  attachments_unlocked: {
    severity: 'warning',
    when: say(
      'Repaired: only the attachments are encrypted, and attachments are not printed. The encryption is removed.',
    ),
    expected: say('no encryption'),
    fix: say('Nothing to do. To avoid the repair, remove attachments.'),
  },
  pages_are_spreads: {
    severity: 'error',
    when: say('The pages are spreads: two pages of the book side by side on each page of the file.'),
    fix: say('Export single pages. Most programs have the option “Spreads”: turn it off.'),
  },
  not_mended: {
    severity: 'error',
    when: say(
      'The file needs a repair, such as blank pages or pages turned upright, but cannot be repaired automatically.',
    ),
    expected: say('the page count and the sizes that the product needs'),
    fix: say('Add the missing pages, turn pages that lie on their side upright, and export the file again.'),
  },
  repair_refused: {
    severity: 'error',
    when: say('The file needs a repair, and the order or check does not allow repairs.'),
    expected: say('a file that needs no repair'),
    fix: say('Make the change in the file yourself, or allow repairs.'),
  },
  orientation_mixed: {
    severity: 'warning',
    when: say('Some pages are upright and others lie on their side.'),
    expected: say('one orientation'),
    fix: say('Give all pages the same orientation.'),
  },
  cover_not_one_page: {
    severity: 'error',
    when: say('The cover file does not have exactly one page.'),
    expected: say('1 page'),
    fix: say('Put the back cover, spine and front cover on one page, as in the cover template.'),
  },
  cover_size_wrong: {
    severity: 'error',
    when: say('The cover size differs from the size for this page count by more than the tolerance.'),
    fix: say('Set the cover to the expected size, with the spine for this page count; the cover template has both.'),
  },
  cover_width_unchecked: {
    severity: 'warning',
    when: say(
      'The cover fits a page count of the product, but the page count of this book is missing or not available for the product, so the cover width could not be checked.',
    ),
    expected: say('a page count'),
    fix: say('Declare the page count, or send the pages file too.'),
  },
  crop_box_used: {
    severity: 'warning',
    when: say('A CropBox hides part of the page. Only the visible part is measured and printed.'),
    expected: say('no CropBox, or a CropBox as large as the page'),
    fix: say('Remove the CropBox, or crop the page permanently.'),
  },
  user_unit_used: {
    severity: 'warning',
    when: say('The page is scaled by UserUnit, which some presses ignore. It is measured at its scaled size.'),
    expected: say('UserUnit 1'),
    fix: say('Export the file without UserUnit, at its real size.'),
  },
  trim_box_missing: {
    severity: 'warning',
    when: say(
      'The product has bleed, but the page does not define where it is trimmed, and its TrimBox could not or may not be set. The trim is assumed to be centered.',
    ),
    fix: say('Export with a TrimBox. Most programs do this when the document has bleed.'),
  },
  trim_box_wrong: {
    severity: 'warning',
    when: say('The TrimBox does not match where the book is trimmed.'),
    fix: say('Set the trim size and the bleed of the document as in the template.'),
  },
  bleed_box_missing: {
    severity: 'warning',
    when: say('The product has bleed, but the page does not define its extent.'),
    fix: say('Export with a BleedBox. Most programs do this when the document has bleed.'),
  },
  bleed_box_wrong: {
    severity: 'warning',
    when: say('The BleedBox does not cover the whole page, so a press that uses it would cut off the bleed.'),
    fix: say('Export with the bleed of the document, so that the BleedBox covers the whole page, as in the template.'),
  },
  text_across_trim: {
    severity: 'warning',
    when: say('Text reaches beyond the trim and would be cut.'),
    fix: say('Move the text inside the trim, or make it smaller.'),
  },
  text_near_trim: {
    severity: 'warning',
    when: say(
      'Text is nearer to the trim than the safe distance of the product. Trimming varies, so it could be cut or look off-center.',
    ),
    fix: say('Move the text into the safe area of the template.'),
  },
  line_near_trim: {
    severity: 'warning',
    when: say('A line or frame runs along the trim, and near to it. Trimming varies, so the line would show it.'),
    fix: say('Move the line inward, or leave it out.'),
  },
  text_in_gutter: {
    severity: 'warning',
    when: say('Text is nearer to the binding than a book of this page count allows: it would vanish in the gutter.'),
    fix: say('Enlarge the inner margin of the document.'),
  },
  text_in_punch: {
    severity: 'warning',
    when: say('Text is in the strip along the binding in which a coil-bound book is punched: it would have holes.'),
    fix: say('Enlarge the inner margin of the document. On the cover, move the text away from the binding.'),
  },
  text_over_fold: {
    severity: 'warning',
    when: say('Text or a small drawing on the cover crosses a fold, a hinge or the fold of a flap.'),
    fix: say('Move the text or drawing away from the fold, as in the cover template.'),
  },
  text_near_fold: {
    severity: 'warning',
    when: say(
      'Text or a small drawing on the spine is nearer to the folds than the clearance of the product, so it could run onto the front or back.',
    ),
    fix: say('Make the text or drawing smaller, or center it on the spine.'),
  },
  spine_too_thin_for_text: {
    severity: 'warning',
    when: say('Text or a small drawing is on a spine that is too thin for it. It would run onto the front or back.'),
    fix: say('Remove the text or drawing from the spine.'),
  },
  color_edge_at_fold: {
    severity: 'warning',
    when: say(
      'A picture or color of the cover ends at a fold of the spine. Folds drift by up to a sixteenth of an inch, so a strip of it shows on the other side of the fold, or a strip of the other color beside it.',
    ),
    fix: say('Extend it around the spine, or let it end well before or behind the fold.'),
  },
  barcode_area_used: {
    severity: 'warning',
    when: say(
      'Text or a picture reaches into the area of the back cover that is kept for the barcode. A barcode that lies completely in the area is fine, and so is a background.',
    ),
    fix: say('Keep the area free, as in the cover template.'),
  },
  isbn_barcode_wrong: {
    severity: 'warning',
    when: say('The barcode on the cover has another ISBN than the product. Shops would sell the book as another one.'),
    fix: say('Replace the barcode, or correct the ISBN of the product.'),
  },
  isbn_barcode_faint: {
    severity: 'warning',
    when: say(
      'The bars of the barcode and the color behind them differ too little in the red light of scanners: by less than 40 percent of the light.',
    ),
    fix: say('Print the bars in black on white.'),
  },
  isbn_on_front: {
    severity: 'warning',
    when: say(
      'The ISBN of the product, as a barcode or as text, is on the front cover. The cover may be made for a book that is bound at its other edge.',
    ),
    fix: say('Use the cover template of this book: front and back change places with the binding edge.'),
  },
  isbn_price_wrong: {
    severity: 'warning',
    when: say('The five digits beside the barcode give another price than the product.'),
    fix: say('Replace the barcode, or correct the price of the product.'),
  },
  isbn_text_wrong: {
    severity: 'warning',
    when: say('The text of the cover or of the first 12 pages gives ISBNs, and none of them is that of the product.'),
    fix: say('Correct the ISBN on the copyright page or cover, or that of the product.'),
  },
  isbn_barcode_missing: {
    severity: 'info',
    when: say(
      'The product has an ISBN, and no barcode of an ISBN can be read on the cover in the red light of scanners.',
    ),
    fix: say(
      'Nothing to do for books that shops do not sell. For others, add a barcode, or set `barcode` of the product to `draw`.',
    ),
  },
  isbn_barcode_drawn: {
    severity: 'info',
    when: say(
      'Repaired, because the product asks for it: the barcode of its ISBN is drawn in the barcode area of the cover.',
    ),
    fix: say('Nothing to do. Look at the preview.'),
  },
  isbn_barcode_not_drawn: {
    severity: 'warning',
    when: say(
      'The product asks for its barcode on the cover, and it cannot be drawn: the barcode area is too small or not known, the file does not allow it, or the order does not allow repairs.',
    ),
    fix: say('Add the barcode to the cover yourself.'),
  },
  picture_short_of_bleed: {
    severity: 'warning',
    when: say(
      'A picture or color ends at the trim, or between the trim and the end of the bleed: a thin white edge could show. The side at the binding does not count.',
    ),
    fix: say('Extend the picture to the end of the bleed.'),
  },
  font_not_embedded: {
    severity: 'error',
    when: say(
      'Text uses a font that is not embedded in the file (standard fonts must be embedded too). It would be printed in another font.',
    ),
    expected: say('an embedded font'),
    fix: say('Export with all fonts embedded, or convert the text to outlines.'),
  },
  image_resolution_too_low: {
    severity: 'error',
    when: say('An image that is printed larger than 2 inches has fewer than 100 ppi: its pixels would be visible.'),
    fix: say('Use an image with more pixels, or place it smaller.'),
  },
  image_resolution_low: {
    severity: 'warning',
    when: say(
      'An image has fewer than 300 ppi at its placed size, or is a small image, such as a QR code, with fewer than 100: it may look blurred.',
    ),
    fix: say('Use an image with more pixels, or place it smaller.'),
  },
  image_resolution_high: {
    severity: 'info',
    when: say('An image has more pixels than the press can print. Its file is larger than it needs to be.'),
    fix: say('Nothing to do. To make the file smaller, export with images of 300 ppi.'),
  },
  bitonal_resolution_low: {
    severity: 'warning',
    when: say('An image in black and white without gray has too few pixels for its size: its edges would be jagged.'),
    fix: say('Scan or export it with more pixels, or in gray.'),
  },
  colour_rgb: {
    severity: 'warning',
    when: say('Colors are defined in RGB. They are converted for the press, and bright colors may look duller.'),
    expected: say('CMYK or gray'),
    fix: say('Export in CMYK to control the colors yourself.'),
  },
  colour_rgb_black: {
    severity: 'info',
    when: say('Black or gray is defined in RGB, as office programs do. It is converted for the press.'),
    expected: say('black or gray'),
    fix: say('Nothing to do. To be sure that text is printed in black ink alone, export in CMYK or gray.'),
  },
  colour_lab: {
    severity: 'warning',
    when: say('Colors are defined in Lab. They are converted for the press, and bright colors may look duller.'),
    expected: say('CMYK or gray'),
    fix: say('Export in CMYK to control the colors yourself.'),
  },
  colour_not_printed: {
    severity: 'warning',
    when: say('Pages have color, but the pages of this book are printed in black. The color is printed as gray.'),
    expected: say('black and gray'),
    fix: say('Choose a book with color pages, or convert the pages to gray to see how they look.'),
  },
  ink_coverage_high: {
    severity: 'warning',
    when: say('A part of the page has more ink than the paper takes. It may smear, or stick to the next page.'),
    fix: say('Use a color with less ink. Text and lines are best in black ink alone.'),
  },
  tint_faint: {
    severity: 'warning',
    when: say('A tint is lighter than the press can hold. It may vanish, or look blotchy.'),
    fix: say('Make the tint stronger, or leave it white.'),
  },
  white_overprint: {
    severity: 'warning',
    when: say(
      'White is set to overprint. White that overprints leaves no trace on the press, although screens show it.',
    ),
    expected: say('white that knocks out'),
    fix: say('Turn off overprinting for white text and shapes.'),
  },
  colour_overprint: {
    severity: 'warning',
    when: say(
      'A color is set to overprint another. Both inks mix on the press, although many screens show the upper color alone.',
    ),
    expected: say('colors that knock out'),
    fix: say('Turn off overprinting for everything but black text and lines.'),
  },
  line_too_thin: {
    severity: 'warning',
    when: say('A line, or a filled sliver, is thinner than the press can hold. It may break up or vanish.'),
    fix: say('Make the line thicker.'),
  },
  text_small: {
    severity: 'warning',
    when: say('Text is smaller than the press can print legibly.'),
    fix: say('Make the text larger.'),
  },
  reversed_text_small: {
    severity: 'warning',
    when: say('White text is too small: ink fills thin strokes that are left open.'),
    fix: say('Make the text larger or bolder.'),
  },
  rich_text_small: {
    severity: 'warning',
    when: say('Small text is printed in several inks. If they do not meet exactly, the text has colored edges.'),
    fix: say('Set the text in black ink alone, or make it larger.'),
  },
  colour_spot: {
    severity: 'info',
    when: say('The file uses spot colors. They are printed as process colors.'),
    expected: say('process colors'),
    fix: say('Convert spot colors to process colors to control the result yourself.'),
  },
  transparency: {
    severity: 'warning',
    when: say('The file uses transparency, which is flattened for the press.'),
    expected: say('no transparency'),
    fix: say('Export as PDF/X-1a, or flatten transparency, to check the result yourself.'),
  },
  font_drawn: {
    severity: 'warning',
    when: say('Text is in a Type 3 font, whose glyphs are drawings. Small text may look coarse or too bold.'),
    expected: say('a TrueType, OpenType or Type 1 font'),
    fix: say('Export with outline fonts, or convert the text to outlines.'),
  },
  layer_prints_hidden: {
    severity: 'warning',
    when: say('A layer prints although screens hide it.'),
    expected: say('layers that print as screens show them'),
    fix: say('Look at the preview, which shows what prints. Delete the layer, or set it not to print.'),
  },
  transfer_curve: {
    severity: 'warning',
    when: say('The file brings a transfer curve, which makes the page lighter or darker. Some presses ignore it.'),
    expected: say('no transfer curve'),
    fix: say('Export without transfer functions.'),
  },
  page_upside_down: {
    severity: 'warning',
    when: say('All text of a page is upside down.'),
    expected: say('upright pages'),
    fix: say('Turn the page by 180 degrees, unless it is meant to be so.'),
  },
  pages_blank: {
    severity: 'warning',
    when: say('The whole file, or a long run of pages, is blank.'),
    fix: say('Check that you sent the right file, and that all its layers print.'),
  },
  annotations: {
    severity: 'warning',
    when: say('The file has comments, links or other annotations. They are not printed.'),
    expected: say('no annotations'),
    fix: say('Remove annotations. Place anything that should print on the page itself.'),
  },
  form_fields: {
    severity: 'warning',
    when: say('The file has form fields. Their values may not print.'),
    expected: say('no form fields'),
    fix: say('Flatten the form to make its content part of the page.'),
  },
  form_xfa: {
    severity: 'warning',
    when: say('The file has an XFA form, which few programs can show.'),
    expected: say('no XFA form'),
    fix: say('Print the form to a new PDF.'),
  },
  scripts: {
    severity: 'warning',
    when: say('The file contains scripts (JavaScript). They are never run.'),
    expected: say('no scripts'),
    fix: say('Remove scripts from the file.'),
  },
  actions: {
    severity: 'warning',
    when: say('The file contains actions that start programs, open other files or send data. They are never run.'),
    expected: say('no such actions'),
    fix: say('Remove such actions from the file.'),
  },
  attachments: {
    severity: 'warning',
    when: say('The file has attachments. They are neither opened nor printed.'),
    expected: say('no attachments'),
    fix: say('Remove attachments.'),
  },
  marks_in_bleed: {
    severity: 'warning',
    when: say(
      "The page has printer's marks: mark annotations, anything in the registration color, or, outside the trim, four short straight lines or a line of small text. They would be printed.",
    ),
    expected: say("no printer's marks"),
    fix: say("Export without printer's marks."),
  },
  pdfx_required: {
    severity: 'error',
    when: say('The book needs a version of PDF/X, and the file is not such a file, or contradicts its claim to be.'),
    fix: say('Export as this version of PDF/X.'),
  },
  pdfx_false: {
    severity: 'warning',
    when: say(
      'The file claims to be PDF/X, but has something that this version forbids, or lacks its output condition.',
    ),
    fix: say('Export as PDF/X again. Changing a file afterward often breaks it.'),
  },
  pdfx_claimed: {
    severity: 'info',
    when: say('The file claims to be PDF/X, and nothing that the check reads contradicts it.'),
    fix: say('Nothing to do.'),
  },
  check_limited: {
    severity: 'warning',
    when: say(
      'The pages contain too much, or too deeply nested, content to check all images, fonts, colors, transparency and marks. The size and number of all pages were checked.',
    ),
    fix: say('Simplify the artwork if you want all of it checked.'),
  },
} as const satisfies Record<string, Row>

export type Code = keyof typeof codes
