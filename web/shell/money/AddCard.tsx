// Adds a card. If the provider stores the cards, customers enter the number on the provider's page, never on ours.

import { Button, Group, Modal, Select, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { showFailure } from '../../components/feedback/toast.ts'
import { t } from '../../language.ts'
import { useMay } from '../session/session.ts'
import { showCards, useCards } from './cards.ts'

/** Nothing for people who may not pay, and while there is no provider. */
export function AddCard() {
  const queries = useQueryClient()
  const mayChange = useMay('billing')
  const cards = useCards().data
  const [isOpen, { open, close }] = useDisclosure()
  const add = useMutation({
    mutationFn: (testCard: string | null) =>
      api.POST('/dashboard/api/cards', { body: testCard === null ? null : { testCard } }),
    onSuccess({ url, ...after }) {
      if (url !== null) return location.assign(url)
      close()
      showCards(queries, after, t('Card added. It is now your default card.'))
    },
    onError: showFailure(t('The card was not added')),
  })
  if (cards === undefined || cards.kept === 'none' || !mayChange) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<Plus size={15} />}
        onClick={() => (cards.kept === 'hosted' ? add.mutate(null) : open())}
        loading={add.isPending}
      >
        {t('Add card')}
      </Button>
      <TestCards isOpen={isOpen} close={close} names={cards.testCards} add={name => add.mutate(name)} />
    </>
  )
}

type TestProps = { isOpen: boolean; close: () => void; names: string[]; add: (name: string) => void }

/** With the simulated gateway, the name of a card determines the outcome of its charges. */
function TestCards({ isOpen, close, names, add }: TestProps) {
  const [name, setName] = useState<string | null>(null)
  return (
    <Modal opened={isOpen} onClose={close} title={t('Add test card')}>
      <Text size="sm" mb="md">
        {t(
          'This installation simulates payments, so no real card is charged. The test card decides whether charges succeed.',
        )}
      </Text>
      <Select label={t('Test card')} data={names} value={name} onChange={setName} data-autofocus />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button disabled={name === null} onClick={() => name !== null && add(name)}>
          {t('Add card')}
        </Button>
      </Group>
    </Modal>
  )
}
