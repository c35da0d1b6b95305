/** As if a person had clicked a link: no pop-up is opened. */
export function download(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
