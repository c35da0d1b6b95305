// The price list that an account is on, and the dialog that changes it.

import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import type { StaffAccount } from '../../../apiTypes.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { dayText } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'
import { useMay } from '../../../shell/session/session.ts'

type PriceList = ResponseBody<'/staff/price-lists'>['priceLists'][number]
type Props = { account: StaffAccount }

/** The value of the choice without a list. */
const catalogPrices = ''

export function AccountPriceList({ account }: Props) {
  const { priceList } = account
  const lists = useQuery({
    queryKey: ['staff', 'price-lists'],
    queryFn: () => unwrap(api.GET('/staff/price-lists')),
  })
  const [isChanging, setChanging] = useState(false)
  const mayChange = useMay('catalog')
  const known = lists.data?.priceLists ?? []
  const list = known.find(({ code }) => code === priceList)
  return (
    <Group gap="xs" component="span">
      <span className="wrap">
        {priceList === null ? t('None: catalog prices') : list === undefined ? priceList : nameOf(list)}
      </span>
      {mayChange && known.length > 0 ? (
        <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
          {t('Change price list')}
        </Button>
      ) : null}
      {isChanging ? <ChangePriceList account={account} lists={known} close={() => setChanging(false)} /> : null}
    </Group>
  )
}

function nameOf({ name, state, from, until }: PriceList): string {
  if (state === 'upcoming') return t('{name}, from {day}', { name, day: dayText(String(from)) })
  return state === 'ended' ? t('{name}, ended {day}', { name, day: dayText(String(until)) }) : name
}

function ChangePriceList({ account, lists, close }: Props & { lists: PriceList[]; close: () => void }) {
  const { accountId, priceList, name } = account
  const [chosen, setChosen] = useState(priceList ?? catalogPrices)
  const change = useAction({
    mutationFn: (reason: string) =>
      unwrap(
        api.PUT('/staff/accounts/{accountId}/price-list', {
          params: { path: { accountId } },
          body: { priceList: chosen === catalogPrices ? null : chosen, reason },
        }),
      ),
    refetch: ['staff'],
    done: answer => (isApproval(answer) ? requestSentText : t('Price list saved')),
    close,
  })
  return (
    <ReasonDialog
      title={t('Price list of {name}', { name })}
      text={t('For orders that are placed from now on. Accepted and queued orders keep their prices.')}
      confirmLabel={t('Save price list')}
      reasonHint={t('Recorded in the audit log. Not shown to the customer.')}
      action={change}
      isReady={chosen !== (priceList ?? catalogPrices)}
      close={close}
    >
      <Select
        label={t('Price list')}
        allowDeselect={false}
        data={[
          { value: catalogPrices, label: t('None: catalog prices') },
          ...lists.map(list => ({ value: list.code, label: nameOf(list) })),
        ]}
        value={chosen}
        onChange={value => setChosen(value ?? catalogPrices)}
      />
    </ReasonDialog>
  )
}
