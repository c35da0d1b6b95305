// A command that places an order.

import { sampleFilesOf } from '../../components/books/sampleFiles.ts'
import { hasFiles, type Product } from '../../shell/orders/products.ts'

/** Uses sample artwork for a product without files, so that the command works unchanged. */
export function itemOf(product: Product | undefined) {
  if (product === undefined) return { sku: 'YOUR-SKU', quantity: 1 }
  const files = hasFiles(product) ? null : sampleFilesOf(product)
  return { sku: product.sku, quantity: 1, ...(files === null ? {} : { product: files }) }
}

/** `header` is quoted for a shell. */
export function curlOf(header: string, item: ReturnType<typeof itemOf>): string {
  const order = {
    shippingClassification: 'standard',
    destination: {
      name: 'Ada Reader',
      address1: '1 Main Street',
      city: 'Rochester',
      state: 'NY',
      postal: '14604',
      country: 'US',
    },
    orderItems: [item],
  }
  const body = JSON.stringify(order, null, 2).replaceAll("'", "'\\''")
  return `curl ${location.origin}/orders/create \\
  -H ${header} \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}
