// Which printer would get an order that is typed in, when, and for how much, and why the others would not.

import { Button, Group, NumberInput, Select, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type RequestBody, type ResponseBody } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { separators } from '../../../components/forms/separators.ts'
import { List } from '../../../components/layout/List.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Day, dayText, money } from '../../../components/layout/Values.tsx'
import { countries } from '../../../components/orders/countries.ts'
import { StateField } from '../../../components/orders/StateField.tsx'
import { shippingClassOptions } from '../../../components/orders/shippingClasses.ts'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import type { NamedPrinter, PrinterSettings } from './printerForm.ts'

type Preview = ResponseBody<'/staff/printer-settings/route', 'post'>
type Row = Preview['printers'][number]
type Ask = RequestBody<'/staff/printer-settings/route'>

const maxSuggestions = 40

type Props = { settings: PrinterSettings; printer?: NamedPrinter }

export function RoutePreview({ settings: { books }, printer }: Props) {
  const [order, setOrder] = useState({
    ...{ manufacturingSku: books[0]?.manufacturingSku ?? null, quantity: 1 as number | string },
    ...{ country: 'US', state: 'NY', shippingClassification: 'standard' as Ask['shippingClassification'] },
  })
  const change = (part: Partial<typeof order>) => setOrder({ ...order, ...part })
  const look = useAction({
    mutationFn: ({ manufacturingSku, quantity, country, state, ...rest }: typeof order) =>
      api.POST('/staff/printer-settings/route', {
        body: {
          ...rest,
          manufacturingSku: manufacturingSku!,
          quantity: Number(quantity),
          destination: { country, ...(state !== '' && { state }) },
          ...(printer && { printer }),
        },
      }),
  })
  return (
    <Section
      title={printer ? t('Who would get an order then?') : t('Who would get this order?')}
      about={printer ? t('With this printer as it is entered above, saved or not.') : t('As if it was paid now.')}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: printer ? 2 : 3 }} verticalSpacing="sm" mb="sm">
        <Select
          label={t('Book')}
          searchable
          limit={maxSuggestions}
          allowDeselect={false}
          data={books.map(({ manufacturingSku: value, name }) => ({ value, label: `${name} · ${value}` }))}
          value={order.manufacturingSku}
          onChange={manufacturingSku => change({ manufacturingSku })}
        />
        <NumberInput
          label={t('Copies')}
          min={1}
          max={10_000}
          allowDecimal={false}
          hideControls
          {...separators}
          value={order.quantity}
          onChange={quantity => change({ quantity })}
        />
        <Select
          label={t('Shipping class')}
          allowDeselect={false}
          data={shippingClassOptions()}
          value={order.shippingClassification}
          onChange={value => change({ shippingClassification: value as Ask['shippingClassification'] })}
        />
        <Select
          label={t('Country')}
          allowDeselect={false}
          data={countries}
          value={order.country}
          onChange={country => change({ country: country ?? 'US', state: '' })}
        />
        {order.country === 'US' || order.country === 'CA' ? (
          <StateField country={order.country} value={order.state} onChange={state => change({ state })} />
        ) : null}
      </SimpleGrid>
      <Group justify="flex-end" mb="sm">
        <Button
          variant="default"
          loading={look.isPending}
          disabled={order.manufacturingSku === null || Number(order.quantity) < 1}
          onClick={() => look.mutate(order)}
        >
          {t('Show printers')}
        </Button>
      </Group>
      <FormError error={look.error} />
      {look.data && !look.error ? <Result preview={look.data} /> : null}
    </Section>
  )
}

const nameOf = ({ name, title }: Row): string => title ?? name

function Result({ preview: { printers, pricing, estimatedShipDate } }: { preview: Preview }) {
  const chosen = printers.find(({ reason }) => reason === null)
  const waits = chosen?.isPaused
    ? ` ${t('It is paused, so the job would wait there: no other printer can take it.')}`
    : ''
  const price = pricing.orderTotal === null ? '–' : money(pricing.orderTotal)
  return (
    <div aria-live="polite">
      <Text fw={600} mb={4}>
        {chosen === undefined
          ? t('No printer gets it: the order would wait for the staff.')
          : t('{printer} gets it, starts on {start} and ships on {ship}.', {
              printer: nameOf(chosen),
              start: dayText(chosen.startDay!),
              ship: dayText(estimatedShipDate),
            })}
        {waits}
      </Text>
      <Text size="sm" mb="sm">
        {t('{price} by the catalog, with shipping and taxes, and the fewest pages of the book.', { price })}
      </Text>
      <List
        bare
        label={t('Printers and reasons')}
        rows={printers}
        keyOf={({ name }) => name}
        columns={[
          { title: t('Printer'), cell: nameOf },
          { title: t('Could start'), cell: ({ startDay }) => (startDay === null ? '–' : <Day day={startDay} />) },
          { title: t('Why'), cell: ({ reason }) => (reason === null ? t('Gets the order') : reasons[reason]) },
        ]}
      />
    </div>
  )
}

const reasons: Record<NonNullable<Row['reason']>, string> = {
  books: t('It does not print this book.'),
  place: t('It does not ship there.'),
  paused: t('It is paused.'),
  day: t('It could only start later.'),
  priority: t('Its priority comes later.'),
  load: t('It has less capacity left on that day.'),
  name: t('All else is equal, and its short name comes later in the alphabet.'),
}
