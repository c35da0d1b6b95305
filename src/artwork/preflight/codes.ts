// Everything that can be reported about print files, in one table: how severe it is, when it is reported, and what to
// do about it. An error means that the book cannot be printed from the file; a warning, that it can but may not look as
// intended; info is for the curious. `docs/preflight.md` is generated from this table.

export type Severity = 'error' | 'warning' | 'info'

/** `expected` is given where it is the same for every file and product. */
type Row = { severity: Severity; when: string; expected?: string; fix: string }

const exportAgain =
  'Export the file again as PDF from the program that created it, and open it in a viewer before sending it.'

export const codes = {
  file_empty: { severity: 'error', when: 'The file is empty.', expected: 'a PDF', fix: exportAgain },
  file_not_pdf: {
    severity: 'error',
    when: 'The file does not begin like a PDF: it is something else, often a web page that asks for a sign-in.',
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
    when: 'The page count of the pages file differs from the one declared in the order.',
    fix: 'Check that it is the right file, and declare its actual page count.',
  },
  pages_padded: {
    severity: 'warning',
    when: 'Repaired: blank pages are added at the end, so that the page count fits the binding.',
    fix: 'Nothing needs to be done. To choose where the blank pages go, add them to the file.',
  },
  page_size_missing: {
    severity: 'error',
    when: 'A page has no size (MediaBox) or an invalid one: not four numbers, no area, or more than 200 inches.',
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
  not_mended: {
    severity: 'error',
    when: 'Blank pages have to be added, or pages turned upright, and no good copy with that can be made of the file.',
    expected: 'the page count and the sizes that the product needs',
    fix: 'Add the missing pages yourself, turn those upright that lie on their side, and export the file again.',
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
    fix: 'Put back, spine and front on one page, as in the cover template.',
  },
  cover_size_wrong: {
    severity: 'error',
    when: 'The size of the cover differs from what a book of this page count needs by more than the tolerance.',
    fix: 'Set the cover to the expected size, with the spine for this page count; the cover template has both.',
  },
  cover_width_unchecked: {
    severity: 'warning',
    when: 'The cover fits some page count of the product. Whether it fits this book is not known: nothing says how many pages it has, or it has a number that the product does not come in.',
    expected: 'a page count',
    fix: 'Say pageCount, or give the pages file too.',
  },
  crop_box_used: {
    severity: 'warning',
    when: 'A CropBox hides part of the page. Only the visible part is measured and printed.',
    expected: 'no CropBox, or one as large as the page',
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
    when: 'The product has bleed, but the page does not define where it is trimmed. The trim is assumed to be centred.',
    fix: 'Export with TrimBox: most programs do when bleed is set in the document.',
  },
  trim_box_wrong: {
    severity: 'warning',
    when: 'The TrimBox does not match where the book is trimmed.',
    fix: 'Set the trim size and the bleed of the document as in the template.',
  },
  bleed_box_missing: {
    severity: 'warning',
    when: 'The product has bleed, but the page does not define its extent.',
    fix: 'Export with BleedBox: most programs do when bleed is set in the document.',
  },
  bleed_box_wrong: {
    severity: 'warning',
    when: 'The BleedBox does not cover the whole page, so a press that uses it would cut off the bleed.',
    fix: 'Export with the bleed of the document, so that the BleedBox covers the whole page, as in the template.',
  },
  font_not_embedded: {
    severity: 'error',
    when: 'Text uses a font that is not embedded in the file (standard fonts must be embedded too). It would be printed in another font.',
    expected: 'an embedded font',
    fix: 'Export with all fonts embedded, or convert the text to outlines.',
  },
  image_resolution_too_low: {
    severity: 'error',
    when: 'An image has fewer than 100 ppi at its placed size: its pixels would be visible.',
    expected: 'at least 100 ppi',
    fix: 'Use an image with more pixels, or place it smaller.',
  },
  image_resolution_low: {
    severity: 'warning',
    when: 'An image has fewer than 300 ppi at its placed size: it may look blurred.',
    expected: 'at least 300 ppi',
    fix: 'Use an image with more pixels, or place it smaller.',
  },
  colour_rgb: {
    severity: 'warning',
    when: 'Colours are defined in RGB. They are converted for the press, and bright colours become duller.',
    expected: 'CMYK or grey',
    fix: 'Export in CMYK to control the colours yourself.',
  },
  colour_spot: {
    severity: 'info',
    when: 'Spot colours are used. They are printed as process colours.',
    expected: 'process colours',
    fix: 'Convert spot colours to process colours to control the result yourself.',
  },
  transparency: {
    severity: 'warning',
    when: 'Transparent objects are used. They are flattened for the press.',
    expected: 'no transparency',
    fix: 'Export as PDF/X-1a, or flatten transparency, to see the result yourself.',
  },
  annotations: {
    severity: 'warning',
    when: 'There are comments, links or other annotations. They are not printed.',
    expected: 'no annotations',
    fix: 'Remove annotations; place anything that should be printed on the page itself.',
  },
  form_fields: {
    severity: 'warning',
    when: 'There are form fields. Their values may not be printed.',
    expected: 'no form fields',
    fix: 'Flatten the form, so that its content becomes part of the page.',
  },
  form_xfa: {
    severity: 'warning',
    when: 'There is an XFA form, whose content only a few programs show.',
    expected: 'no XFA form',
    fix: 'Print the form to a new PDF.',
  },
  scripts: {
    severity: 'warning',
    when: 'There are scripts (JavaScript). They are never run.',
    expected: 'no scripts',
    fix: 'Remove scripts from the file.',
  },
  actions: {
    severity: 'warning',
    when: 'There are actions that start programs, open other files or send data. They are never run.',
    expected: 'no such actions',
    fix: 'Remove such actions from the file.',
  },
  attachments: {
    severity: 'warning',
    when: 'There are files attached to the file. They are neither opened nor printed.',
    expected: 'no attachments',
    fix: 'Remove attachments.',
  },
  marks_in_bleed: {
    severity: 'warning',
    when: "There are printer's marks on the page: annotations of that kind, anything in the registration colour, or, outside the trim, four short straight lines or a line of small text. They would be printed.",
    expected: "no printer's marks",
    fix: "Export without printer's marks.",
  },
  pdfx_claimed: {
    severity: 'info',
    when: 'The file claims to be PDF/X. The claim is reported, not verified.',
    fix: 'Nothing needs to be done.',
  },
  check_limited: {
    severity: 'warning',
    when: 'There is so much on the pages, or it is nested so deep, that not all of it was looked at for images, fonts, colours, transparency and marks. Sizes and counts were checked on all.',
    fix: 'Simplify the artwork to have all of it checked.',
  },
} as const satisfies Record<string, Row>

export type Code = keyof typeof codes
