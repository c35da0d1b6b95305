// The columns of a spreadsheet of orders. The service reads them by their names, in any sequence; the
// example file of the dashboard has this one.

export const bookColumns = ['sku', 'quantity', 'pageCount', 'retailPrice', 'coverUrl', 'gutsUrl'] as const
export const addressColumns = [
  'name',
  'company',
  'address1',
  'address2',
  'city',
  'state',
  'postal',
  'country',
  'phone',
  'email',
] as const
export const columns = [
  'customerOrderId',
  ...bookColumns,
  'shippingClassification',
  ...addressColumns,
  'webhookUrl',
  'payload',
  'giftMessage',
  'packingSlipMessage',
  'blindShipping',
  'purchaseOrderNumber',
] as const
export type Column = (typeof columns)[number]
export const requiredColumns = ['sku', 'name', 'address1', 'city', 'postal', 'country'] as const
