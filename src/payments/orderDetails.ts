import { type RawBuilder, sql } from 'kysely'

/** The items of an order of `order_contents c`, each with the title of its book where it is known. */
export const titledItems = sql`(
        select json_agg(
          json_strip_nulls(json_build_object('sku', item -> 'sku', 'quantity', item -> 'quantity', 'title', c.books -> (place - 1)::int -> 'title'))
          order by place)
        from json_array_elements(c.request -> 'orderItems') with ordinality as i (item, place))`

/**
 * For queries with rows that have `account_id` and `order_id` of production orders: what money pages and documents show
 * of the order `o` of a row, also once the order is archived. By key with any statistics of the planner.
 */
export const orderDetails = (row: string): RawBuilder<unknown> => sql`(
      select s.customer_order_id, s.reprint_of, s.state -> 'pricing' -> 'priceList' ->> 'name' as price_list,
        nullif(trim(c.request ->> 'purchaseOrderNumber'), '') as purchase_order, ${titledItems} as items
      from orders s
      join order_contents c using (account_id, mode, order_id)
      where s.account_id = ${sql.ref(row)}.account_id and s.mode = 'production' and s.order_id = ${sql.ref(row)}.order_id
      union all
      select customer_order_id, reprint_of, price_list, purchase_order, items
      from archived_orders
      where account_id = ${sql.ref(row)}.account_id and mode = 'production' and order_id = ${sql.ref(row)}.order_id
    ) o`

/** The same with only the customer's identifier. */
export const orderName = (row: string): RawBuilder<unknown> => sql`(
      select customer_order_id
      from orders
      where account_id = ${sql.ref(row)}.account_id and mode = 'production' and order_id = ${sql.ref(row)}.order_id
      union all
      select customer_order_id
      from archived_orders
      where account_id = ${sql.ref(row)}.account_id and mode = 'production' and order_id = ${sql.ref(row)}.order_id
    ) o`
