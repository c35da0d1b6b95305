// Placing an order by hand: what, where to, how fast, and what it would cost while one types.

import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Answer, ApiProblem, api, ask, type Mode, type Order } from '../../api.ts'
import { Empty } from '../../components/Empty.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Failure } from '../../components/Failure.tsx'
import { GoButton } from '../../components/GoTo.tsx'
import { PageFrame, RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { templatesOf } from '../../components/templates.ts'
import { said } from '../../components/toast.ts'
import { capital, Day, money } from '../../components/Values.tsx'
import { useFilters, useMode } from '../../shell/mode.ts'
import { useWords } from '../../shell/words.tsx'
import { countries, needsRetailPrice, needsState } from './countries.ts'
import classes from './Place.module.css'

type Item = {
  sku: string
  quantity: number
  pageCount: number | ''
  retailPrice: string
  coverUrl: string
  gutsUrl: string
}
type Draft = {
  customerOrderId: string
  webhookUrl: string
  payload: string
  shippingClassification: string
  name: string
  company: string
  address1: string
  address2: string
  city: string
  state: string
  postal: string
  country: string
  phone: string
  email: string
  items: Item[]
}

const emptyItem: Item = { sku: '', quantity: 1, pageCount: '', retailPrice: '', coverUrl: '', gutsUrl: '' }
const empty: Draft = {
  customerOrderId: '',
  webhookUrl: '',
  payload: '',
  shippingClassification: 'standard',
  name: '',
  company: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postal: '',
  country: 'US',
  phone: '',
  email: '',
  items: [emptyItem],
}

export function Page() {
  const mode = useMode()
  const [{ from }] = useFilters()
  const products = useQuery({
    queryKey: ['products', { archived: false }],
    queryFn: () => ask(api.GET('/dashboard/api/products', { params: { query: { archived: false, limit: 500 } } })),
  })
  const model = useQuery({
    queryKey: [mode, 'order', from],
    queryFn: () =>
      ask(
        api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', {
          params: { path: { mode, customerOrderId: from ?? '' } },
        }),
      ),
    enabled: from !== undefined,
  })
  const error = products.error ?? model.error
  const isReady = products.data !== undefined && (from === undefined || model.data !== undefined)
  return (
    <PageFrame
      title={from === undefined ? 'Place an order' : `Duplicate of ${from}`}
      about={
        mode === 'sandbox'
          ? 'A sandbox order: nothing is printed or charged.'
          : 'A real order: it is charged and printed.'
      }
    >
      {error ? <Failure error={error} /> : null}
      {!isReady && !error ? <RowsSkeleton /> : null}
      {isReady && products.data.products.length === 0 ? (
        <Empty
          icon={BookOpen}
          title="There is nothing to order yet"
          action={<GoButton to={`/${mode}/products/new`}>Create a product</GoButton>}
        >
          Orders name products by SKU, so the first product comes before the first order.
        </Empty>
      ) : null}
      {isReady && products.data.products.length > 0 ? (
        <PlaceForm
          key={mode}
          mode={mode}
          products={products.data.products}
          initial={
            model.data
              ? draftOf(model.data.order)
              : { ...empty, items: [{ ...emptyItem, sku: products.data.products[0]!.sku }] }
          }
        />
      ) : null}
    </PageFrame>
  )
}

const cannotBeMade = 'It cannot be made like this, and was not placed. See the fields that are marked.'

/** All but the identifier, which is taken. */
const draftOf = ({ destination: to, orderItems, webhookUrl, payload, shippingClassification }: Order): Draft => ({
  ...empty,
  ...to,
  company: to.company ?? '',
  address2: to.address2 ?? '',
  state: to.state ?? '',
  phone: to.phone ?? '',
  email: to.email ?? '',
  country: to.country.toUpperCase(),
  webhookUrl: webhookUrl ?? '',
  payload: payload ?? '',
  shippingClassification,
  items: orderItems.map(({ sku, quantity, pageCount, retailPrice, product }) => ({
    sku,
    quantity,
    pageCount: pageCount ?? '',
    retailPrice: retailPrice ?? '',
    coverUrl: product?.coverUrl ?? '',
    gutsUrl: product?.gutsUrl ?? '',
  })),
})

const given = <Fields extends Record<string, string>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>

function itemsOf(items: Item[]) {
  return items
    .filter(({ sku }) => sku !== '')
    .map(({ sku, quantity, pageCount, retailPrice, coverUrl, gutsUrl }) => ({
      sku,
      quantity,
      ...(pageCount === '' ? {} : { pageCount }),
      ...given({ retailPrice }),
      ...(coverUrl === '' && gutsUrl === '' ? {} : { product: given({ coverUrl, gutsUrl }) }),
    }))
}

function bodyOf(draft: Draft) {
  const { name, address1, city, postal, country, company, address2, state, phone, email } = draft
  return {
    ...given({ customerOrderId: draft.customerOrderId.trim(), webhookUrl: draft.webhookUrl, payload: draft.payload }),
    shippingClassification: draft.shippingClassification,
    destination: { name, address1, city, postal, country, ...given({ company, address2, state, phone, email }) },
    orderItems: itemsOf(draft.items),
  }
}

/** The form's field for a JSON pointer of the service, if it has one. */
function fieldOf(pointer: string): string | null {
  const item = /^\/orderItems\/(\d+)\/(?:product\/)?(\w+)$/.exec(pointer)
  if (item) return `items.${item[1]}.${item[2]}`
  return /^\/(?:destination\/)?(\w+)$/.exec(pointer)?.[1] ?? null
}

type Product = Answer<'/dashboard/api/products'>['products'][number]
type FormProps = { mode: Mode; initial: Draft; products: Product[] }

function PlaceForm({ mode, initial, products }: FormProps) {
  const skus = products.map(({ sku, name }) => ({ value: sku, label: `${sku} · ${name}` }))
  const navigate = useNavigate()
  const queries = useQueryClient()
  const words = useWords()
  const form = useForm<Draft>({ initialValues: initial })
  const draft = form.values
  const body = useRef<HTMLFormElement>(null)
  const place = useMutation({
    /** Tried out first: what a person mistyped is said at the field, and does not become an order that failed. */
    async mutationFn(values: Draft) {
      const call = { params: { path: { mode } }, body: bodyOf(values) }
      const { errors } = await ask(api.POST('/dashboard/api/{mode}/orders/validate', call))
      if (errors.length > 0) throw new ApiProblem({ code: 'cannot_be_made', status: 422, detail: cannotBeMade, errors })
      return ask(api.POST('/dashboard/api/{mode}/orders', call))
    },
    onSuccess(order) {
      said(`${order.customerOrderId}: ${words.of(order.status)?.label ?? order.status}`)
      void queries.invalidateQueries({ queryKey: [mode] })
      void navigate({ to: `/${mode}/orders/${encodeURIComponent(order.customerOrderId)}` as never })
    },
    onError(error) {
      if (!(error instanceof ApiProblem)) return
      for (const { pointer, detail } of error.errors) {
        const field = fieldOf(pointer)
        if (field !== null) form.setFieldError(field, capital(detail))
      }
      if (error.code === 'duplicate_order_id') form.setFieldError('customerOrderId', error.message)
    },
  })
  useEffect(() => {
    if (place.error) body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [place.error])

  const productOf = (item: Item) => products.find(({ sku }) => sku === item.sku)

  return (
    <form ref={body} className={classes.columns} onSubmit={form.onSubmit(values => place.mutate(values))}>
      <div>
        <Section
          title="Books"
          actions={
            <Button
              size="xs"
              variant="default"
              leftSection={<Plus size={14} />}
              onClick={() => form.insertListItem('items', emptyItem)}
            >
              Another book
            </Button>
          }
        >
          <Stack gap="md">
            {draft.items.map((item, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a form's rows have no other name
              <fieldset key={i} className={classes.item}>
                <legend>Book {i + 1}</legend>
                <div className={classes.itemFields} data-many={draft.items.length > 1 || undefined}>
                  <Select label="Product" data={skus} required searchable {...form.getInputProps(`items.${i}.sku`)} />
                  <NumberInput
                    label="Copies"
                    min={1}
                    max={10000}
                    required
                    {...form.getInputProps(`items.${i}.quantity`)}
                  />
                  <NumberInput
                    label="Pages"
                    placeholder={`${productOf(item)?.pageCount ?? 'Of the file'}`}
                    min={1}
                    hideControls
                    {...form.getInputProps(`items.${i}.pageCount`)}
                  />
                  <TextInput
                    label="Retail price"
                    placeholder="19.99"
                    leftSection="$"
                    leftSectionWidth={24}
                    required={needsRetailPrice(draft.country)}
                    {...form.getInputProps(`items.${i}.retailPrice`)}
                  />
                  {draft.items.length === 1 ? null : (
                    <ActionIcon
                      aria-label={`Remove book ${i + 1}`}
                      onClick={() => form.removeListItem('items', i)}
                      size={36}
                      className={classes.remove}
                    >
                      <Trash2 size={16} />
                    </ActionIcon>
                  )}
                </div>
                <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="sm">
                  <TextInput
                    label="Cover PDF"
                    placeholder={productOf(item)?.coverUrl ? 'The product’s, or https://' : 'https://'}
                    type="url"
                    {...form.getInputProps(`items.${i}.coverUrl`)}
                  />
                  <TextInput
                    label="Pages PDF"
                    placeholder={productOf(item)?.gutsUrl ? 'The product’s, or https://' : 'https://'}
                    type="url"
                    {...form.getInputProps(`items.${i}.gutsUrl`)}
                  />
                </SimpleGrid>
                <Templates
                  product={productOf(item)}
                  item={item}
                  fill={files => form.setFieldValue(`items.${i}`, { ...item, ...files })}
                />
              </fieldset>
            ))}
          </Stack>
        </Section>
        <Section title="Where to">
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput label="Name" required autoComplete="off" {...form.getInputProps('name')} />
              <TextInput label="Company" autoComplete="off" {...form.getInputProps('company')} />
              <TextInput label="Address" required autoComplete="off" {...form.getInputProps('address1')} />
              <TextInput label="Address, second line" autoComplete="off" {...form.getInputProps('address2')} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 4 }} spacing="sm">
              <TextInput label="City" required autoComplete="off" {...form.getInputProps('city')} />
              <TextInput
                label={draft.country === 'CA' ? 'Province' : 'State'}
                required={needsState(draft.country)}
                autoComplete="off"
                {...form.getInputProps('state')}
              />
              <TextInput label="Postal code" required autoComplete="off" {...form.getInputProps('postal')} />
              <Select
                label="Country"
                data={countries}
                allowDeselect={false}
                required
                {...form.getInputProps('country')}
              />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput label="Phone" autoComplete="off" {...form.getInputProps('phone')} />
              <TextInput label="E-mail" autoComplete="off" {...form.getInputProps('email')} />
            </SimpleGrid>
          </Stack>
        </Section>
        <Section title="For your program" about="All of it is optional.">
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput
                label="Identifier"
                placeholder="Made by Octavo"
                maxLength={40}
                {...form.getInputProps('customerOrderId')}
              />
              <TextInput
                label="Webhook address"
                placeholder="https://"
                type="url"
                {...form.getInputProps('webhookUrl')}
              />
            </SimpleGrid>
            <Textarea
              label="Payload"
              description="Comes back unchanged in every webhook and answer"
              maxLength={512}
              autosize
              minRows={2}
              {...form.getInputProps('payload')}
            />
          </Stack>
        </Section>
      </div>
      <div className={classes.beside}>
        <Estimate
          draft={draft}
          chosen={draft.shippingClassification}
          choose={value => form.setFieldValue('shippingClassification', value)}
        />
        {place.error ? <Failure error={place.error} /> : null}
        <Button type="submit" fullWidth size="md" loading={place.isPending}>
          {mode === 'sandbox' ? 'Place the sandbox order' : 'Place the order'}
        </Button>
      </div>
    </form>
  )
}

type TemplatesProps = {
  product: Product | undefined
  item: Item
  fill: (files: { coverUrl: string; gutsUrl: string }) => void
}

/** Whoever has no files yet orders with the templates, which is enough to see a whole order. */
function Templates({ product, item, fill }: TemplatesProps) {
  if (product === undefined || (product.coverUrl !== null && product.gutsUrl !== null)) return null
  if (item.coverUrl !== '' || item.gutsUrl !== '') return null
  const files = templatesOf({ ...product, pageCount: item.pageCount === '' ? product.pageCount : item.pageCount })
  if (files === null) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      This product has no files of its own.{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => fill(files)}>
        Use the templates
      </Anchor>{' '}
      to try it out.
    </Text>
  )
}

const typingMs = 350

function Estimate({
  draft,
  chosen,
  choose,
}: {
  draft: Draft
  chosen: string
  choose: (shippingClass: string) => void
}) {
  const isAsked =
    draft.items.some(({ sku }) => sku !== '') && (!needsState(draft.country) || draft.state.trim().length >= 2)
  const [question] = useDebouncedValue(
    JSON.stringify({
      destination: { country: draft.country, ...given({ state: draft.state.trim() }) },
      orderItems: itemsOf(draft.items).map(({ product: _files, retailPrice: _price, ...item }) => item),
    }),
    typingMs,
  )
  const estimate = useQuery({
    queryKey: ['estimate', question],
    queryFn: () => ask(api.POST('/dashboard/api/estimate', { body: JSON.parse(question) })),
    enabled: isAsked,
    placeholderData: before => before,
    retry: false,
  })
  const option = estimate.data?.options.find(one => one.shippingClassification === chosen)
  const pricing = option?.pricing
  return (
    <Section title="Shipping and price">
      {!isAsked ? (
        <Text size="sm" c="dimmed">
          Choose a book and a state to see what it costs and when it arrives.
        </Text>
      ) : null}
      {isAsked && estimate.isPending ? <Skeleton height={180} /> : null}
      {isAsked && estimate.error ? (
        <Text size="sm" c="dimmed" role="status">
          No estimate: {estimate.error.message}
        </Text>
      ) : null}
      {isAsked && estimate.data && !estimate.error ? (
        <Stack gap="md" style={{ opacity: estimate.isPlaceholderData ? 0.6 : 1 }}>
          <Radio.Group value={chosen} onChange={choose} aria-label="Shipping class">
            <Stack gap="xs">
              {estimate.data.options.map(one => (
                <Radio.Card
                  key={one.shippingClassification}
                  value={one.shippingClassification}
                  className={classes.option}
                >
                  <Group wrap="nowrap" align="flex-start" gap="sm">
                    <Radio.Indicator size="xs" mt={3} />
                    <div className={classes.optionText}>
                      <Group justify="space-between">
                        <Text span fw={500} tt="capitalize">
                          {one.shippingClassification}
                        </Text>
                        <span>{one.shippingPrice === null ? 'Priced later' : money(one.shippingPrice)}</span>
                      </Group>
                      <Text span size="sm" c="dimmed">
                        <Day day={one.estimatedDelivery.earliest} /> to <Day day={one.estimatedDelivery.latest} />
                      </Text>
                    </div>
                  </Group>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
          {pricing ? (
            <Facts
              facts={[
                ['Books', money(pricing.itemsTotal)],
                ...(pricing.fulfillmentTotal === undefined
                  ? []
                  : [['Handling', money(pricing.fulfillmentTotal)] as [string, string]]),
                ['Shipping', pricing.shippingTotal === null ? '–' : money(pricing.shippingTotal)],
                ['Taxes', money(pricing.taxesTotal)],
                ['Total', <strong key="t">{pricing.orderTotal === null ? '–' : money(pricing.orderTotal)}</strong>],
              ]}
            />
          ) : null}
          {estimate.data.pageCountsAssumed.length > 0 ? (
            <Text size="xs" c="dimmed">
              Reckoned with{' '}
              {estimate.data.pageCountsAssumed.map(({ sku, pageCount }) => `${pageCount} pages of ${sku}`).join(', ')}.
              The files decide.
            </Text>
          ) : null}
        </Stack>
      ) : null}
    </Section>
  )
}
