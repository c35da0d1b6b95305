// An example of a CSV file of orders, to download.

import { columns } from '../../../src/features/placing/orderColumns.ts'

export const exampleFile = `${columns.join(',')}
shop-1001,NOVEL,2,,,,,standard,Ada Reader,,1 Main Street,,Rochester,NY,14604,US,,,,,Happy birthday!,,,PO-7781
shop-1002,NOVEL,1,,19.99,,,standard,Noor Folio,,9 Rue Peel,,Montreal,QC,H3A 1T1,CA,,,,,,,,
`
