// The name of an order for people. An identifier that a customer chose is its name. The identifiers that the browser
// makes (web/pages/place/retry.ts) mean nothing to people: the number and the book stand for them.

const generated = /^web-[0-9a-f]{16}$/

/** A row of a list about orders has the title instead of the number. */
type Order = { customerOrderId: string; orderNumber?: string; orderTitle?: string | undefined }

/** Whether the browser made the identifier. An order without its number is shown with its identifier. */
export const hasGeneratedName = ({ customerOrderId, orderNumber }: Order): boolean =>
  orderNumber !== undefined && generated.test(customerOrderId)

/** `1042 · The Glass Mountain` for a generated identifier. `book` is the title of the first book, where it is known. */
export function orderTitle(order: Order, book?: string | null): string {
  if (!hasGeneratedName(order)) return order.orderTitle ?? order.customerOrderId
  return book ? `${order.orderNumber} · ${book}` : order.orderNumber!
}

/** A book of an order in a line: its title, with the SKU that tells books of one title apart. */
export const bookName = ({ sku, title }: { sku: string; title?: string | null | undefined }): string =>
  title ? `${title} (${sku})` : sku

/** `PLB-1042 · #1042` in a list of results; `#1042` for a generated identifier. */
export const numberedName = (order: Order & { orderNumber: string }): string =>
  [...(hasGeneratedName(order) ? [] : [order.customerOrderId]), `#${order.orderNumber}`].join(' · ')
