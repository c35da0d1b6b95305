// Why an order cannot be made, or has no room: the codes in its `errors`, and in `warnings` what would be an error in production.

export const failures = {
  state_required: 'The country needs a state, and none was given.',
  unknown_state: 'The country has no such state, or the state is that of another country.',
  invalid_postal: 'The postal code is not of the form that the country uses.',
  postal_outside_state: 'The postal code belongs to another state.',
  invalid_phone: 'The telephone number cannot be one.',
  invalid_email: 'The e-mail address cannot be one.',
  unknown_sku:
    'The account has no such product, it is archived, or what it is made of is not in the catalogue any more.',
  page_count_not_allowed: 'The product does not allow that page count.',
  retail_price_missing: 'The parcel passes customs, so every item needs its retailPrice.',
  shipping_not_offered: 'The destination has no such shipping class; the estimate tells which it has.',
  files_missing: 'Neither the item nor its product names the file. A warning in sandbox.',
  file_address_invalid:
    'The address of a file is not an http or https URL without user name and password, or leads where the service may not go.',
  file_unreachable:
    'The file could not be fetched for ten minutes; `got` names the HTTP status or the cause. A warning in sandbox.',
  file_too_large: 'The file is larger than a print file may be, or all files of the order together are.',
} as const

/** Why an order is REJECTED: there is no room for it now. */
export const rejections = {
  order_limit_reached:
    'The sandbox has received as many orders in 24 hours as it may, and has no queue; the detail names the next free place.',
  queue_ceiling_reached:
    'As many orders as may be were received in 24 hours or wait already; the detail names the next free place.',
} as const

/** Why a check of files that was asked for has nothing to say, in its `findings`; beside the codes of files above. */
export const checksOnly = {
  check_failed: 'The service itself could not check the files, whatever they are. Ask for another check later.',
} as const

export const warningsOnly = {
  unknown_field: 'The request had a field that is not known; it was ignored.',
} as const
