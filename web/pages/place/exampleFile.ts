// The columns of a spreadsheet of orders, as the service reads them, and an example of a CSV file to download.

export const orderColumns = [
  'customerOrderId',
  'sku',
  'quantity',
  'pageCount',
  'retailPrice',
  'coverUrl',
  'gutsUrl',
  'shippingClassification',
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
  'webhookUrl',
  'payload',
  'giftMessage',
  'packingSlipMessage',
  'blindShipping',
  'purchaseOrderNumber',
] as const
export const requiredColumns = ['sku', 'name', 'address1', 'city', 'postal', 'country'] as const

export const exampleFile = `${orderColumns.join(',')}
shop-1001,NOVEL,2,,,,,standard,Ada Reader,,1 Main Street,,Rochester,NY,14604,US,,,,,Happy birthday!,,,PO-7781
shop-1002,NOVEL,1,,19.99,,,standard,Noor Folio,,9 Rue Peel,,Montreal,QC,H3A 1T1,CA,,,,,,,,
`
