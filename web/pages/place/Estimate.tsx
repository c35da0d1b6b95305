// What an order would cost and when it would arrive, updated while typing.

import { Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../api.ts'
import { Facts } from '../../components/Facts.tsx'
import { WhileLoading } from '../../components/Page.tsx'
import { priceFacts } from '../../components/priceFacts.tsx'
import { Section } from '../../components/Section.tsx'
import { DayRange, money } from '../../components/Values.tsx'
import { needsState } from './countries.ts'
import { type Draft, given, itemsOf } from './draft.ts'
import classes from './Place.module.css'

const typingMs = 350

/** `isAsked` is false while too little is known to ask; `total` is null unless it is of what the form holds now. */
export function useEstimate(draft: Draft) {
  const isAsked =
    draft.items.some(({ sku }) => sku !== '') && (!needsState(draft.country) || draft.state.trim().length >= 2)
  const now = JSON.stringify({
    destination: { country: draft.country, ...given({ state: draft.state.trim(), postal: draft.postal.trim() }) },
    orderItems: itemsOf(draft.items).map(({ product: _files, retailPrice: _price, ...item }) => item),
  })
  const [question] = useDebouncedValue(now, typingMs)
  const estimate = useQuery({
    queryKey: ['estimate', question],
    queryFn: () => ask(api.POST('/dashboard/api/estimate', { body: JSON.parse(question) })),
    enabled: isAsked,
    placeholderData: before => before,
    retry: false,
  })
  const option = isAsked
    ? estimate.data?.options.find(one => one.shippingClassification === draft.shippingClassification)
    : undefined
  const pricing = option?.pricing ?? null
  const isCurrent = question === now && !estimate.isPlaceholderData && !estimate.error
  return { isAsked, estimate, pricing, total: isCurrent ? (pricing?.orderTotal ?? null) : null }
}

type Props = { of: ReturnType<typeof useEstimate>; chosen: string; choose: (shippingClass: string) => void }

export function Estimate({ of: { isAsked, estimate, pricing }, chosen, choose }: Props) {
  return (
    <Section title="Shipping and price">
      {!isAsked ? (
        <Text size="sm" c="dimmed">
          Choose a book and a state to see what it costs and when it arrives.
        </Text>
      ) : null}
      {isAsked && estimate.isPending ? (
        <WhileLoading>
          <Skeleton height={180} />
        </WhileLoading>
      ) : null}
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
                        Arrives <DayRange from={one.estimatedDelivery.earliest} to={one.estimatedDelivery.latest} />
                        {one.dominated ? '. Another class costs no more and is no slower.' : null}
                      </Text>
                    </div>
                  </Group>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
          {pricing ? <Facts amounts facts={priceFacts(pricing)} /> : null}
          {estimate.data.pageCountsAssumed.length > 0 ? (
            <Text size="xs" c="dimmed">
              Calculated with{' '}
              {estimate.data.pageCountsAssumed.map(({ sku, pageCount }) => `${pageCount} pages of ${sku}`).join(', ')}
              {'; the files decide the final count.'}
            </Text>
          ) : null}
        </Stack>
      ) : null}
    </Section>
  )
}
