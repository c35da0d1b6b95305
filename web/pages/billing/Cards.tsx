import { Badge, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { api, type ResponseBody } from '../../api.ts'
import { cardText } from '../../components/billing/ChargeStatus.tsx'
import { showFailure } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { DailyChargeTime, Muted, Time } from '../../components/layout/Values.tsx'
import { readerLocale, rich, t } from '../../language.ts'
import { AddCard } from '../../shell/money/AddCard.tsx'
import { showCards, useCards } from '../../shell/money/cards.ts'
import { useMay } from '../../shell/session/session.ts'

type Card = ResponseBody<'/dashboard/api/cards'>['cards'][number]

const months = new Intl.DateTimeFormat(readerLocale, { year: 'numeric', month: '2-digit', timeZone: 'UTC' })
/** As it is printed on a card. */
const monthOfDay = (day: string): string => months.format(new Date(`${day}T00:00:00Z`))

export function Cards() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayChange = useMay('billing')
  const cards = useCards()
  const applyChange = (words: string) => (after: ResponseBody<'/dashboard/api/cards'>) =>
    showCards(queries, after, words)
  const makeDefault = useMutation({
    mutationFn: (cardId: string) => api.POST('/dashboard/api/cards/{cardId}/default', { params: { path: { cardId } } }),
    onSuccess: applyChange(t('Default card changed')),
    onError: showFailure(t('The default card was not changed')),
  })
  const remove = useMutation({
    mutationFn: (cardId: string) => api.DELETE('/dashboard/api/cards/{cardId}', { params: { path: { cardId } } }),
    onSuccess: applyChange(t('Card removed')),
    onError: showFailure(t('The card was not removed')),
  })
  const askFirst = async (card: Card) => {
    const yes = await confirm({
      title: t('Remove {card}?', { card: cardText(card) }),
      text: t('Without a card on file, we can’t charge your orders and they won’t be printed.'),
      confirmLabel: t('Remove card'),
      danger: true,
    })
    if (yes) remove.mutate(card.cardId)
  }
  if (cards.isPending || cards.error) return <LoadState of={cards} rows={2} />
  const button = mayChange && cards.data.kept !== 'none' ? <AddCard /> : undefined
  return (
    <Section title={t('Cards')} flush actions={cards.data.cards.length > 0 ? button : undefined}>
      {cards.data.cards.length === 0 ? (
        <EmptyState icon={CreditCard} title={t('No card on file')} action={button}>
          {cards.data.kept === 'none'
            ? t('Cards can be added once we have chosen a payment provider. Your orders wait until then.')
            : rich('Add a card to pay for production orders. We charge it once a day at {time}.', {
                time: <DailyChargeTime />,
              })}
        </EmptyState>
      ) : (
        <List
          bare
          label={t('Cards')}
          rows={cards.data.cards}
          keyOf={({ cardId }) => cardId}
          columns={[
            {
              title: t('Card'),
              cell: card => (
                <Group gap="xs" wrap="nowrap">
                  <CreditCard size={16} aria-hidden />
                  {cardText(card)}
                  {card.isDefault ? <Badge color="teal">{t('Default')}</Badge> : null}
                </Group>
              ),
            },
            {
              title: t('Expires'),
              cell: ({ expiresOn }) => (expiresOn === null ? <Muted>–</Muted> : monthOfDay(expiresOn)),
            },
            { title: t('Added'), cell: card => <Time at={card.createdAt} />, wideOnly: true },
            {
              title: t('Change'),
              isActions: true,
              cell: card =>
                mayChange ? (
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    {card.isDefault ? null : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={() => makeDefault.mutate(card.cardId)}
                        aria-label={t('Make card ending in {last4} the default', { last4: card.last4 })}
                      >
                        {t('Make default')}
                      </Button>
                    )}
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => askFirst(card)}
                      aria-label={t('Remove card ending in {last4}', { last4: card.last4 })}
                    >
                      {t('Remove')}
                    </Button>
                  </Group>
                ) : null,
            },
          ]}
        />
      )}
    </Section>
  )
}
