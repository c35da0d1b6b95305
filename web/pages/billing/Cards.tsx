import { Badge, Button, Group, Modal, Select, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask } from '../../api.ts'
import { useConfirm } from '../../components/Confirm.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { Time } from '../../components/Values.tsx'
import { useMay } from '../../shell/session.ts'

type Card = Answer<'/dashboard/api/cards'>['cards'][number]
const key = ['billing', 'cards']

export const useCards = () => useQuery({ queryKey: key, queryFn: () => ask(api.GET('/dashboard/api/cards')) })

export const cardText = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>) => `${brand} •••• ${last4}`

export function Cards() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayChange = useMay('billing')
  const [isOpen, { open, close }] = useDisclosure()
  const cards = useCards()
  const keep = (words: string) => (after: Answer<'/dashboard/api/cards'>) => {
    queries.setQueryData(key, after)
    said(words)
    void queries.invalidateQueries({ queryKey: ['production', 'overview'] })
  }
  const prefer = useMutation({
    mutationFn: (cardId: string) =>
      ask(api.POST('/dashboard/api/cards/{cardId}/default', { params: { path: { cardId } } })),
    onSuccess: keep('This card is charged from now on'),
    onError: failed('The card was not changed'),
  })
  const remove = useMutation({
    mutationFn: (cardId: string) => ask(api.DELETE('/dashboard/api/cards/{cardId}', { params: { path: { cardId } } })),
    onSuccess: keep('The card has been removed'),
    onError: failed('The card was not removed'),
  })
  /** When the provider keeps the cards, the number is typed on its page, never on ours. */
  const add = useMutation({
    mutationFn: (testCard: string | null) =>
      ask(api.POST('/dashboard/api/cards', { body: testCard === null ? null : { testCard } })),
    onSuccess({ url, ...after }) {
      if (url !== null) return location.assign(url)
      close()
      keep('The card has been added, and is charged from now on')(after)
    },
    onError: failed('The card was not added'),
  })
  const ask4 = async (card: Card) => {
    const yes = await confirm({
      title: `Remove ${cardText(card)}?`,
      text: 'Without a card on file, due orders stay unpaid.',
      yes: 'Remove card',
      danger: true,
    })
    if (yes) remove.mutate(card.cardId)
  }
  if (cards.isPending) return <RowsSkeleton rows={2} />
  if (cards.error) return <Failure error={cards.error} retry={() => cards.refetch()} />
  const begin = () => (cards.data.kept === 'hosted' ? add.mutate(null) : open())
  const button = mayChange ? (
    <Button variant="default" leftSection={<Plus size={15} />} onClick={begin} loading={add.isPending}>
      Add a card
    </Button>
  ) : undefined
  return (
    <Section title="Cards" flush actions={cards.data.cards.length > 0 ? button : undefined}>
      {cards.data.cards.length === 0 ? (
        <Empty icon={CreditCard} title="No card is on file" action={button}>
          Your card is charged once a day, at 02:00 UTC, for all orders that are due. Without a card they wait.
        </Empty>
      ) : (
        <List
          bare
          label="Cards"
          rows={cards.data.cards}
          keyOf={({ cardId }) => cardId}
          columns={[
            {
              title: 'Card',
              cell: card => (
                <Group gap="xs" wrap="nowrap">
                  <CreditCard size={16} aria-hidden />
                  {cardText(card)}
                  {card.isDefault ? (
                    <Badge variant="light" color="teal" radius="sm">
                      Default
                    </Badge>
                  ) : null}
                </Group>
              ),
            },
            { title: 'Added', cell: card => <Time at={card.createdAt} />, wideOnly: true },
            {
              title: 'Change',
              acts: true,
              cell: card =>
                mayChange ? (
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    {card.isDefault ? null : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={() => prefer.mutate(card.cardId)}
                        aria-label={`Make the card ${card.last4} the default`}
                      >
                        Make default
                      </Button>
                    )}
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => ask4(card)}
                      aria-label={`Remove the card ${card.last4}`}
                    >
                      Remove
                    </Button>
                  </Group>
                ) : null,
            },
          ]}
        />
      )}
      <TestCards isOpen={isOpen} close={close} names={cards.data.testCards} add={name => add.mutate(name)} />
    </Section>
  )
}

type TestProps = { isOpen: boolean; close: () => void; names: string[]; add: (name: string) => void }

/** With the simulated gateway, the name of a card says how its charges end. */
function TestCards({ isOpen, close, names, add }: TestProps) {
  const [name, setName] = useState<string | null>(null)
  return (
    <Modal opened={isOpen} onClose={close} title="Add a test card" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Text size="sm" mb="md">
        This installation uses a simulated payment gateway and charges nobody. The card decides how charges end.
      </Text>
      <Select label="Test card" data={names} value={name} onChange={setName} data-autofocus />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close}>
          Back
        </Button>
        <Button disabled={name === null} onClick={() => name !== null && add(name)}>
          Add card
        </Button>
      </Group>
    </Modal>
  )
}
