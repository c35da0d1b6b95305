// The estimated price and delivery of an order, updated while typing.

import { Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Details } from '../../components/layout/Details.tsx'
import { WhileLoading } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { DayRange, money } from '../../components/layout/Values.tsx'
import { needsState } from '../../components/orders/countries.ts'
import { priceDetails } from '../../components/orders/priceDetails.tsx'
import { RecentDeliveries } from '../../components/orders/RecentDeliveries.tsx'
import { shippingClassName } from '../../components/orders/shippingClasses.ts'
import { rich, t } from '../../language.ts'
import { type Draft, itemsOf, nonEmpty } from './draft.ts'
import classes from './Place.module.css'

const typingMs = 350

/**
 * `isEnabled` is false while the form lacks data for an estimate; `total` is null unless it is for the current input.
 */
export function useEstimate(draft: Draft) {
  const isEnabled =
    draft.items.some(({ sku }) => sku !== '') && (!needsState(draft.country) || draft.state.trim().length >= 2)
  const now = JSON.stringify({
    destination: { country: draft.country, ...nonEmpty({ state: draft.state.trim(), postal: draft.postal.trim() }) },
    orderItems: itemsOf(draft.items).map(({ product: _files, retailPrice: _price, ...item }) => item),
  })
  const [question] = useDebouncedValue(now, typingMs)
  const estimate = useQuery({
    queryKey: ['estimate', question],
    queryFn: () => api.POST('/dashboard/api/estimate', { body: JSON.parse(question) }),
    enabled: isEnabled,
    placeholderData: before => before,
    retry: false,
  })
  const option = isEnabled
    ? estimate.data?.options.find(option => option.shippingClassification === draft.shippingClassification)
    : undefined
  const pricing = option?.pricing ?? null
  const agreed = option?.agreedPricing ?? null
  const isCurrent = question === now && !estimate.isPlaceholderData && !estimate.error
  return { isAsked: isEnabled, estimate, pricing, agreed, total: isCurrent ? (pricing?.orderTotal ?? null) : null }
}

type Props = { of: ReturnType<typeof useEstimate>; chosen: string; choose: (shippingClass: string) => void }

type Option = NonNullable<ReturnType<typeof useEstimate>['estimate']['data']>['options'][number]

function shippingText({ shippingPrice, agreedPricing }: Option): string {
  if (shippingPrice !== null) return money(shippingPrice)
  const agreed = agreedPricing?.shippingTotal ?? null
  return agreed === null ? t('Not priced yet') : t('{amount}, agreed', { amount: money(agreed) })
}

export function Estimate({ of: { isAsked, estimate, pricing, agreed }, chosen, choose }: Props) {
  return (
    <Section title={t('Shipping and price')}>
      {!isAsked ? (
        <Text size="sm" c="dimmed">
          {t('Choose a product and a state to see the price and delivery date.')}
        </Text>
      ) : null}
      {isAsked && estimate.isPending ? (
        <WhileLoading>
          <Skeleton height={180} />
        </WhileLoading>
      ) : null}
      {isAsked && estimate.error ? (
        <Text size="sm" c="dimmed" role="status">
          {t('Estimate unavailable.')} {estimate.error.message}
        </Text>
      ) : null}
      {isAsked && estimate.data && !estimate.error ? (
        <Stack gap="md" style={{ opacity: estimate.isPlaceholderData ? 0.6 : 1 }}>
          <Radio.Group value={chosen} onChange={choose} aria-label={t('Shipping class')}>
            <Stack gap="xs">
              {estimate.data.options.map(option => (
                <Radio.Card
                  key={option.shippingClassification}
                  value={option.shippingClassification}
                  className={classes.option}
                >
                  <Group wrap="nowrap" align="flex-start" gap="sm">
                    <Radio.Indicator size="xs" mt={3} />
                    <div className={classes.optionText}>
                      <Group justify="space-between">
                        <Text span fw={500} tt="capitalize">
                          {shippingClassName(option.shippingClassification)}
                        </Text>
                        <span>
                          {option.freight
                            ? t('{price} by freight', { price: shippingText(option) })
                            : shippingText(option)}
                        </span>
                      </Group>
                      <Text span size="sm" c="dimmed">
                        {rich(
                          option.dominated
                            ? 'Estimated delivery {days}. A faster or equally fast class costs no more.'
                            : 'Estimated delivery {days}',
                          {
                            days: (
                              <DayRange from={option.estimatedDelivery.earliest} to={option.estimatedDelivery.latest} />
                            ),
                          },
                        )}
                      </Text>
                      <RecentDeliveries of={option.recentDeliveries} />
                    </div>
                  </Group>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
          {pricing ? <Details amounts rows={priceDetails(pricing)} /> : null}
          {agreed ? (
            <>
              <Details amounts rows={priceDetails(agreed)} />
              <Text size="xs" c="dimmed">
                {t('Agreed prices. The printer sets the price when it accepts and ships the order.')}
              </Text>
            </>
          ) : null}
          {estimate.data.pageCountsAssumed.length > 0 ? (
            <Text size="xs" c="dimmed">
              {t('Based on {pages}. The files determine the final page count.', {
                pages: estimate.data.pageCountsAssumed
                  .map(({ sku, pageCount }) =>
                    t('{count, plural, one {# page} other {# pages}} for {sku}', { count: pageCount, sku }),
                  )
                  .join(', '),
              })}
            </Text>
          ) : null}
        </Stack>
      ) : null}
    </Section>
  )
}
