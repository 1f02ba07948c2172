export type Language = 'en' | 'zh'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const locales = { en: 'en-GB', zh: 'zh-CN' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** To make a format takes a hundred times as long as to use it, and pages write many times. */
function write(at: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locales[language], options)
    formats.set(key, format)
  }
  return format.format(at)
}

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** How many calendar days of the reader lie between. */
export const daysBetween = (at: Date, now: Date): number =>
  Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS)

export const clockTime = (at: Date, language: Language): string => write(at, language, clock)

/** With seconds, for what happens soon: 03:05:10. */
export const clockSeconds = (at: Date, language: Language): string =>
  write(at, language, { ...clock, second: '2-digit' })

/** 31 October, with the year when it is another one. */
export function dayName(at: Date, now: Date, language: Language): string {
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return write(at, language, { day: 'numeric', month: 'long', ...year })
}

/** The same for a narrow place: 31 Oct. */
export function shortDay(at: Date, now: Date, language: Language): string {
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return write(at, language, { day: 'numeric', month: 'short', ...year })
}

/** A UTC day as it is counted, such as 2026-10-31: 31 Oct, wherever the reader is. */
export const utcDay = (day: string, language: Language): string =>
  day === ''
    ? ''
    : write(new Date(`${day}T00:00:00Z`), language, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Saturday, 31 October. */
export const weekday = (at: Date, now: Date, language: Language): string => {
  const name = write(at, language, { weekday: 'long' })
  const day = dayName(at, now, language)
  return language === 'zh' ? `${day} ${name}` : `${name}, ${day}`
}

/** Everything, for a tooltip: 31 October 2026, 03:05:10. */
export const exactTime = (at: Date, language: Language): string =>
  write(at, language, { dateStyle: 'long', timeStyle: 'medium' })

/** Under an hour "5 min ago"; today "03:05"; then "yesterday 18:40"; then "31 October, 03:05". */
export function when(at: Date, now: Date, language: Language): string {
  const ago = now.getTime() - at.getTime()
  if (ago >= 0 && ago < MINUTE_MS) return language === 'zh' ? '刚刚' : 'just now'
  if (ago >= 0 && ago < HOUR_MS) {
    const minutes = Math.floor(ago / MINUTE_MS)
    return language === 'zh' ? `${minutes} 分钟前` : `${minutes} min ago`
  }
  const time = clockTime(at, language)
  const days = daysBetween(at, now)
  if (days === 0) return time
  if (days === 1) return language === 'zh' ? `昨天 ${time}` : `yesterday ${time}`
  const day = dayName(at, now, language)
  return language === 'zh' ? `${day} ${time}` : `${day}, ${time}`
}

/** A time that is known to the minute only, so never in seconds: "just now", "3 h ago", "3 days ago". */
export function roughlyAgo(at: Date, now: Date, language: Language): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / MINUTE_MS))
  const zh = language === 'zh'
  if (minutes < 1) return zh ? '刚刚' : 'just now'
  if (minutes < 60) return zh ? `${minutes} 分钟前` : `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return zh ? `${hours} 小时前` : `${hours} h ago`
  const days = Math.floor(hours / 24)
  if (zh) return `${days} 天前`
  return days === 1 ? '1 day ago' : `${days} days ago`
}

/** 24 s, 5 min, 1 h 12 min. */
export function duration(seconds: number, language: Language): string {
  const zh = language === 'zh'
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return zh ? `${whole} 秒` : `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return zh ? `${minutes} 分钟` : `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (zh) return rest === 0 ? `${hours} 小时` : `${hours} 小时 ${rest} 分钟`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Seconds as they were measured: 24.0. What took any time at all took at least 0.1. */
export const measured = (seconds: number): string => Math.max(0.1, seconds).toFixed(1)

/** What was measured: 24.0 s under a minute. */
export const exactDuration = (seconds: number, language: Language): string =>
  seconds < 60 ? `${measured(seconds)} ${language === 'zh' ? '秒' : 's'}` : duration(seconds, language)

/** The length of a video or of a wait: 0:10, 12:05. */
export const stopwatch = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`

/** Ceilings follow UTC days: the next reset, on the reader's own clock. */
export function nextReset(now: Date, language: Language): string {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
  return clockTime(midnight, language)
}
