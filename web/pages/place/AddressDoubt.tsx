// Asks before an order goes to an address that the carriers do not know, or know differently.

import { Alert, Button, Group, Text } from '@mantine/core'
import { MapPinOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ResponseBody } from '../../api.ts'
import { t } from '../../language.ts'

type Check = NonNullable<ResponseBody<'/dashboard/api/{mode}/orders/validate', 'post'>['addressCheck']>
export type Suggestion = NonNullable<Check['suggestion']>

/** Thrown in place of placing the order. */
export class AddressDoubt extends Error {
  readonly suggestion: Suggestion | null
  /** The address that is doubted. */
  readonly of: string

  constructor({ suggestion }: Check, of: string) {
    super()
    this.suggestion = suggestion
    this.of = of
  }
}

export const isDoubtful = (check: Check | null): check is Check =>
  check?.result === 'undeliverable' || check?.result === 'corrected'

type Props = { doubt: AddressDoubt; use: (suggestion: Suggestion) => void; keep: () => void }

export function AddressDoubtNote({ doubt: { suggestion }, use, keep }: Props) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' })
    note.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  return (
    <Alert
      ref={note}
      color="orange"
      icon={<MapPinOff size={18} />}
      title={suggestion === null ? t('The carriers don’t know this address') : t('Did you mean this address?')}
      my="md"
      role="alert"
    >
      <Text size="sm" className="wrap">
        {suggestion === null
          ? t('Check the street and its number. The order was not placed yet.')
          : linesOf(suggestion).map(line => (
              <span key={line}>
                {line}
                <br />
              </span>
            ))}
      </Text>
      <Group mt="sm" gap="xs">
        {suggestion === null ? null : (
          <Button size="xs" onClick={() => use(suggestion)}>
            {t('Use this address')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={keep}>
          {t('Keep mine and place the order')}
        </Button>
      </Group>
    </Alert>
  )
}

const linesOf = ({ address1, address2, city, state, postal, country }: Suggestion) =>
  [address1, address2, `${city}, ${state} ${postal}`, country].filter(line => line !== '')
