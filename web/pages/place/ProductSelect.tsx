// Chooses one of the account's products. The service searches: an account may have thousands.

import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../language.ts'
import { labelOf, type Product, productsWith } from '../../shell/orders/products.ts'

const typingMs = 200

/** `product` is the chosen product, once it is known. */
export function ProductSelect({ product, ...input }: SelectProps & { product: Product | undefined }) {
  const [typed, setTyped] = useState('')
  // The label of the chosen product is no search: the list then begins with the first products.
  const [search] = useDebouncedValue(product !== undefined && typed === labelOf(product) ? '' : typed, typingMs)
  const { data: found = [] } = useQuery({ ...productsWith(search), placeholderData: keepPreviousData })
  const isFound = product === undefined || found.some(({ sku }) => sku === product.sku)
  const listed = isFound ? found : [product, ...found]
  return (
    <Select
      label={t('Product')}
      data={listed.map(one => ({ value: one.sku, label: labelOf(one) }))}
      required
      allowDeselect={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      {...input}
    />
  )
}
