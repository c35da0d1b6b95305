// The codes in an order's `errors`: why it cannot be printed or was not accepted. In the sandbox some of them are
// `warnings`.

import { say } from '../../languages/texts.ts'

export const failures = {
  state_required: 'The country needs a state, and none was given.',
  unknown_state: 'The country has no such state, or the state is that of another country.',
  invalid_postal: 'The postal code does not have the form that the country uses.',
  postal_outside_state: 'The postal code belongs to another state.',
  invalid_phone: 'The telephone number is invalid.',
  invalid_email: 'The email address is invalid.',
  unknown_sku: 'The account has no such product, it is archived, or its manufacturing SKU is no longer in the catalog.',
  book_retired: 'The operator no longer sells the book of the product. Earlier orders are still printed.',
  page_count_not_allowed: 'The product does not allow this page count.',
  retail_price_missing: 'The parcel passes customs, so every item needs its retailPrice.',
  shipping_not_offered:
    'The destination does not offer this shipping class; an estimate lists the classes that it offers.',
  quote_required: 'The order has so many copies that it must be placed from a quote.',
  return_address_missing:
    'A blind order needs a return address, its own or that of the account: no other sender may be named.',
  files_missing: 'Neither the item nor its product has the file. A warning in the sandbox.',
  file_address_invalid:
    'The address of a file is not an http or https URL without user name and password, or the service must not call it.',
  file_unreachable:
    'The file could not be fetched for ten minutes, or for three days if the order waited in the queue; `got` names the HTTP status or the cause. A warning in the sandbox.',
  file_too_large: 'The file, or all files of the order together, exceed the size limit.',
} as const

const missingFileCodes = [
  'file_unreachable',
  'file_too_large',
  'file_address_invalid',
] as const satisfies readonly (keyof typeof failures)[]

/** A file of the order was not fetched. */
export const isMissingFile = ({ code }: { code: string }): boolean =>
  (missingFileCodes as readonly string[]).includes(code)

/** Why an order is REJECTED: its limit is reached. */
export const rejections = {
  order_limit_reached:
    'The sandbox has reached its 24-hour limit, and has no queue; the detail says when the next slot becomes free.',
  queue_ceiling_reached:
    'The orders received in the last 24 hours and the queued orders have reached the ceiling; the detail says when the next slot becomes free.',
} as const

/** Why an order is in EXCEPTION, as its customer reads it; the staff see the printer's message and the cause. */
export const exceptions = {
  files_not_checked: say(
    "We could not check the files of the order. Support is reviewing it; you don't need to do anything.",
  ),
  no_printer: say(
    "No printer can take the order at the moment. Support is reviewing it; you don't need to do anything.",
  ),
  not_processed: say(
    "A fault on our side keeps us from processing the order. Support is reviewing it; you don't need to do anything.",
  ),
  printer_problem: say('The printer reported a problem with the order. Support is reviewing it.'),
} as const

/** Why a file check has no result: a code in its `findings`, besides the codes of files above. */
export const checksOnly = {
  check_failed: 'The service itself could not check the files. Request another check later.',
} as const

export const warningsOnly = {
  postal_unknown: 'The postal code begins like no code that the service knows. The order continues; check the code.',
  line_too_long:
    'A line of the address is longer than the carriers print. The order continues; shorten the line, or use address2.',
  box_not_served:
    'The carriers may not deliver this shipping class to a post office box or a military address. The order continues.',
  not_printable:
    'No font of packing slips has a letter of the text. The order continues; pictures are left out, and other letters are printed by their code, such as [U+20BB7].',
  address_undeliverable:
    'The carriers do not know the address. The order continues; check the street and its number. Only previews have this warning.',
  address_corrected:
    'The carriers know a similar address, which the warning says. The order continues as you wrote it. Only previews have this warning.',
  quote_recommended: 'The order has so many copies that a quote may be cheaper. The order continues.',
  unknown_field: 'The request had an unknown field, which was ignored.',
  purchase_order_missing:
    'The account needs a purchase order number for each order. Estimates have this warning; creating such an order is refused.',
  credit_limit_reached:
    'The enterprise account has reached its credit limit, so the order waits in the queue until there is room.',
} as const
