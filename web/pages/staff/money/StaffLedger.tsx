// The ledger of all accounts or of one account.

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, unwrap } from '../../../api.ts'
import { Ledger } from '../../../shell/Ledger.tsx'
import { useFilters } from '../../../shell/mode.ts'

export function StaffLedger() {
  const [{ account }, setFilters] = useFilters()
  const [text, setText] = useState(account ?? '')
  const of: { accountId?: string } = account === undefined ? {} : { accountId: account }
  const choose = () => setFilters({ account: text.trim() })
  return (
    <Ledger
      of={['staff', account ?? '']}
      read={period => unwrap(api.GET('/staff/ledger/balances', { params: { query: { ...period, ...of } } }))}
      hrefOf={period => `/staff/ledger?${new URLSearchParams({ ...period, ...of } as Record<string, string>)}`}
    >
      <TextInput
        label="Account ID"
        placeholder="All accounts"
        value={text}
        maxLength={64}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={choose}
        onKeyDown={event => (event.key === 'Enter' ? choose() : undefined)}
      />
    </Ledger>
  )
}
