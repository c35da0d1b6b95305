// The menu of a table for spreadsheet programs: a file to import, and downloads.

import { Button, FileButton, Menu } from '@mantine/core'
import { ChevronDown, FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { t } from '../../language.ts'

const accepted = '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Props = {
  /** Null for people who may not change the table. */
  choose: ((file: File) => void) | null
  /** Why no file can be chosen now. */
  blockedBy?: string | null
  isBusy?: boolean
  /** The items of the downloads. */
  children: ReactNode
}

export function SpreadsheetMenu({ choose, blockedBy = null, isBusy = false, children }: Props) {
  // Otherwise the same file could not be chosen again.
  const reset = useRef<() => void>(null)
  const take = (file: File | null) => {
    reset.current?.()
    if (file !== null) choose?.(file)
  }
  return (
    <FileButton accept={accepted} onChange={take} resetRef={reset}>
      {({ onClick }) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              loading={isBusy}
              leftSection={<FileSpreadsheet size={14} />}
              rightSection={<ChevronDown size={14} />}
            >
              {t('Spreadsheet')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {choose === null ? null : (
              <Menu.Item disabled={blockedBy !== null} onClick={onClick}>
                {t('Import')}
              </Menu.Item>
            )}
            {choose === null || blockedBy === null ? null : <Menu.Label>{blockedBy}</Menu.Label>}
            {children}
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  )
}
