// Everything that can be said of print files, in one table: how severe, when, and what to do about it. An error means that
// the book cannot be printed from the file; a warning that it can, and may not look as meant; info is for those who ask.
// `docs/preflight.md` is made from this table.

export type Severity = 'error' | 'warning' | 'info'

/** `expected` is there where it is the same for every file and product. */
type Row = { severity: Severity; when: string; expected?: string; fix: string }

const exportAgain =
  'Export the file again as PDF from the program it was made with, and look at it in a viewer before sending it.'

export const codes = {
  file_empty: { severity: 'error', when: 'The file has no bytes.', expected: 'a PDF', fix: exportAgain },
  file_not_pdf: {
    severity: 'error',
    when: 'No PDF begins within the first 1,024 bytes. What it is instead is said, if it can be told: often the page of a web site that asks for a sign-in.',
    expected: 'a PDF',
    fix: 'Send a PDF. If the address is that of a web page about the file, use the address of the file itself.',
  },
  file_incomplete: {
    severity: 'error',
    when: 'The end mark of a PDF is missing: the upload broke off, or something else follows the PDF.',
    expected: 'a PDF with its end',
    fix: 'Upload the whole file again.',
  },
  file_damaged: {
    severity: 'error',
    when: 'The pages cannot be found, or one of the readers cannot open the file.',
    expected: 'a PDF that opens in every reader',
    fix: exportAgain,
  },
  file_encrypted: {
    severity: 'error',
    when: 'The file has a password, or restrictions on what may be done with it.',
    expected: 'a file without password and restrictions',
    fix: 'Save the file without password and without restrictions (“No security”).',
  },
  file_without_pages: {
    severity: 'error',
    when: 'The file has no pages.',
    expected: 'at least 1 page',
    fix: exportAgain,
  },
  file_too_many_pages: {
    severity: 'error',
    when: 'The file has, or says that it has, more pages than any book of ours.',
    fix: 'Split the work into volumes.',
  },
  file_page_counts_differ: {
    severity: 'error',
    when: 'Independent readers count different pages in the file, or not as many as it says of itself.',
    expected: 'one count',
    fix: exportAgain,
  },
  file_too_complex: {
    severity: 'error',
    when: 'Opening the file takes more memory or time than any book needs.',
    expected: 'a file that opens within the limits',
    fix: 'Flatten or simplify the artwork, and export the file again as PDF.',
  },
  file_unreadable: {
    severity: 'error',
    when: 'The reader broke down over the file.',
    expected: 'a PDF that opens in every reader',
    fix: exportAgain,
  },
  index_rebuilt: {
    severity: 'warning',
    when: 'The index of the file is wrong. Its pages were found nevertheless.',
    expected: 'an index that fits the file',
    fix: exportAgain,
  },
  drawing_damaged: {
    severity: 'error',
    when: 'What is drawn on a page cannot be read to its end.',
    expected: 'drawings that can be read to their end',
    fix: exportAgain,
  },
  page_count_out_of_range: {
    severity: 'error',
    when: 'The interior has fewer or more pages than the product allows.',
    fix: 'Add or remove pages, or choose a product that allows as many.',
  },
  page_count_not_in_step: {
    severity: 'error',
    when: 'The page count is not a multiple that the product is bound in, and more than three blank pages would be needed.',
    fix: 'Add blank pages at the end.',
  },
  page_count_not_declared: {
    severity: 'error',
    when: 'The interior has another page count than the one that was declared with the order.',
    fix: 'Check whether it is the right file, and declare the page count that it has.',
  },
  pages_padded: {
    severity: 'warning',
    when: 'Repaired: blank pages are added at the end, so that the page count fits the binding.',
    fix: 'Nothing needs to be done. Add the pages to the file to choose where they are.',
  },
  page_size_missing: {
    severity: 'error',
    when: 'A page does not say how large it is (MediaBox), or says nonsense: not four numbers, no area, more than 200 inches.',
    fix: exportAgain,
  },
  page_size_wrong: {
    severity: 'error',
    when: 'Pages have another size than the product, by more than its tolerance. Each size is listed with its pages.',
    fix: 'Set the page size of the document to the expected size, bleed included, and export it again.',
  },
  page_turned: {
    severity: 'warning',
    when: 'Repaired: a page has the right size but lies on its side, and is turned upright.',
    fix: 'Look at the picture: if the page now stands on its head, turn it by 180 degrees in the file.',
  },
  orientation_mixed: {
    severity: 'warning',
    when: 'Some pages of the interior are upright and some lie on their side.',
    expected: 'one orientation',
    fix: 'Give all pages the same orientation.',
  },
  cover_not_one_page: {
    severity: 'error',
    when: 'The cover file has not exactly one page.',
    expected: '1 page',
    fix: 'Put back, spine and front on one page, as in the cover template.',
  },
  cover_size_wrong: {
    severity: 'error',
    when: 'The cover has another size than a book of this page count needs, by more than the tolerance.',
    fix: 'Set the cover to the expected size, with the spine of this page count: the cover template has both.',
  },
  cover_width_unchecked: {
    severity: 'warning',
    when: 'The cover fits some page count of the product. Whether it fits this book is not known: nothing says how many pages it has, or it has a number that the product does not come in.',
    expected: 'a page count',
    fix: 'Say pageCount, or give the interior too.',
  },
  crop_box_used: {
    severity: 'warning',
    when: 'A CropBox hides a part of the page. What is visible is what is measured and printed.',
    expected: 'no CropBox, or one as large as the page',
    fix: 'Remove the CropBox, or crop the page for good.',
  },
  user_unit_used: {
    severity: 'warning',
    when: 'The page is scaled by UserUnit, which some presses ignore. It is measured as scaled.',
    expected: 'UserUnit 1',
    fix: 'Export the file without UserUnit, at its real size.',
  },
  trim_box_missing: {
    severity: 'warning',
    when: 'The product has bleed, and the page does not say where it is trimmed. The middle of the page is taken.',
    fix: 'Export with TrimBox: most programs do when bleed is set in the document.',
  },
  trim_box_wrong: {
    severity: 'warning',
    when: 'The TrimBox is not where the book is trimmed.',
    fix: 'Set the trim size and the bleed of the document as in the template.',
  },
  bleed_box_missing: {
    severity: 'warning',
    when: 'The product has bleed, and the page does not say how far it goes.',
    fix: 'Export with BleedBox: most programs do when bleed is set in the document.',
  },
  bleed_box_wrong: {
    severity: 'warning',
    when: 'The BleedBox is not the whole file, so a press that goes by it leaves out the bleed.',
    fix: 'Export with the bleed of the document: the BleedBox then is the whole page, as in the template.',
  },
  font_not_embedded: {
    severity: 'error',
    when: 'Text is set in a font that is not in the file, standard fonts included. It would be printed in another one.',
    expected: 'a font that is in the file',
    fix: 'Export with all fonts embedded, or turn the text into outlines.',
  },
  image_resolution_too_low: {
    severity: 'error',
    when: 'An image has fewer than 100 pixels an inch at the size it is placed: it would be seen as squares.',
    expected: 'at least 100 pixels an inch',
    fix: 'Use a larger image, or place it smaller.',
  },
  image_resolution_low: {
    severity: 'warning',
    when: 'An image has fewer than 300 pixels an inch at the size it is placed: it may look soft.',
    expected: 'at least 300 pixels an inch',
    fix: 'Use a larger image, or place it smaller.',
  },
  colour_rgb: {
    severity: 'warning',
    when: 'Colours are given as RGB. They are converted for the press, and bright ones become duller.',
    expected: 'CMYK or grey',
    fix: 'Export in CMYK to see and choose the colours yourself.',
  },
  colour_spot: {
    severity: 'info',
    when: 'Named inks are used. They are printed as process colours.',
    expected: 'process colours',
    fix: 'Convert spot colours to process colours to choose them yourself.',
  },
  transparency: {
    severity: 'warning',
    when: 'Transparent objects are used. They are flattened for the press.',
    expected: 'no transparency',
    fix: 'Export as PDF/X-1a, or flatten transparency, to see the outcome yourself.',
  },
  annotations: {
    severity: 'warning',
    when: 'There are comments, links or other annotations. They are not printed.',
    expected: 'no annotations',
    fix: 'Remove annotations; put what is to be printed on the page itself.',
  },
  form_fields: {
    severity: 'warning',
    when: 'There are form fields. What is filled in may not be printed.',
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
    when: 'There are other files within the file. They are neither opened nor printed.',
    expected: 'no attachments',
    fix: 'Remove attachments.',
  },
  marks_in_bleed: {
    severity: 'warning',
    when: "There are printer's marks within the file's area: annotations of that kind, anything in the registration colour, and outside the trim four short straight lines, or a line of small text. They would be printed.",
    expected: "no printer's marks",
    fix: "Export without printer's marks.",
  },
  pdfx_claimed: {
    severity: 'info',
    when: 'The file says that it is PDF/X. The claim is reported, not tested.',
    fix: 'Nothing needs to be done.',
  },
  check_limited: {
    severity: 'warning',
    when: 'There is so much on the pages that only the first ones were looked at for images, fonts, colours, transparency and marks. Sizes and counts were checked on all.',
    fix: 'Simplify the artwork to have all of it checked.',
  },
} as const satisfies Record<string, Row>

export type Code = keyof typeof codes
