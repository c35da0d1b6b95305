// The terms of the operator, which a new person of an account accepts: a link, or the text in a dialog.

import { Anchor, Checkbox, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { ResponseBody } from '../../api.ts'
import { rich, t } from '../../language.ts'

type Terms = NonNullable<ResponseBody<'/auth/sign-up'>['terms']>

/** Without terms, nothing needs to be accepted. `body` says what was, also of terms that are no longer in effect. */
export function useTerms(terms: Terms | null) {
  const [accepted, setAccepted] = useState<string | null>(null)
  const isAccepted = accepted === (terms?.version ?? null)
  const change = (yes: boolean) => setAccepted(yes ? (terms?.version ?? null) : null)
  return {
    isAccepted,
    body: accepted === null ? {} : { terms: accepted },
    field: terms === null ? null : <AcceptTerms terms={terms} isAccepted={isAccepted} change={change} />,
  }
}

type Props = { terms: Terms; isAccepted: boolean; change: (isAccepted: boolean) => void }

function AcceptTerms({ terms: { version, link, text }, isAccepted, change }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Checkbox
        required
        checked={isAccepted}
        onChange={event => change(event.currentTarget.checked)}
        label={rich('I accept the <terms>terms and conditions</terms>, version {version}.', {
          version,
          terms: words =>
            text === null ? (
              <Anchor href={link ?? ''} target="_blank" rel="noopener" inherit>
                {words}
              </Anchor>
            ) : (
              <Anchor component="button" type="button" inherit onClick={open}>
                {words}
              </Anchor>
            ),
        })}
      />
      {isOpen && text !== null ? (
        <Modal opened onClose={close} size="lg" title={t('Terms and conditions')}>
          <Text className="wrap" style={{ whiteSpace: 'pre-line' }}>
            {text}
          </Text>
          {link === null ? null : (
            <Anchor href={link} target="_blank" rel="noopener" mt="md" display="block" className="wrap">
              {link}
            </Anchor>
          )}
        </Modal>
      ) : null}
    </>
  )
}
