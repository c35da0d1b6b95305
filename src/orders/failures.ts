// Why an order cannot be made, or has no room: the codes in its `errors`, and in `warnings` what would be an error in
// production.

export const failures = {
  state_required: 'The country needs a state, and none was given.',
  unknown_state: 'The country has no such state, or the state is that of another country.',
  invalid_postal: 'The postal code does not have the form that the country uses.',
  postal_outside_state: 'The postal code belongs to another state.',
  invalid_phone: 'The telephone number is invalid.',
  invalid_email: 'The e-mail address is invalid.',
  unknown_sku:
    'The account has no such product, it is archived, or its manufacturing SKU is no longer in the catalogue.',
  page_count_not_allowed: 'The product does not allow that page count.',
  retail_price_missing: 'The parcel passes customs, so every item needs its retailPrice.',
  shipping_not_offered: 'The destination does not offer this shipping class; an estimate lists those that it offers.',
  files_missing: 'Neither the item nor its product has the file. A warning in the sandbox.',
  file_address_invalid:
    'The address of a file is not an http or https URL without user name and password, or the service must not call it.',
  file_unreachable:
    'The file could not be fetched for ten minutes; `got` names the HTTP status or the cause. A warning in the sandbox.',
  file_too_large: 'The file, or all files of the order together, exceed the size limit.',
} as const

/** Why an order is REJECTED: there is no room for it now. */
export const rejections = {
  order_limit_reached:
    'The sandbox has reached its 24-hour limit, and has no queue; the detail says when the next place becomes free.',
  queue_ceiling_reached:
    'The orders received in the last 24 hours and those in the queue have reached the ceiling; the detail says when the next place becomes free.',
} as const

/** Why a check of files has no result: a code in its `findings`, in addition to the codes of files above. */
export const checksOnly = {
  check_failed: 'The service itself could not check the files. Request another check later.',
} as const

export const warningsOnly = {
  unknown_field: 'The request had an unknown field, which was ignored.',
} as const
