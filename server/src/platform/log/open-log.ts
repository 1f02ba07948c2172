import { type DestinationStream, type Level, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'
import { pickFields } from './log-fields.ts'

type LogSettings = { level: Level | 'silent'; role: string; to?: DestinationStream }

/** The log of a process: one JSON object a line, with the fields of `LOG_FIELDS` and no others. */
export const openLog = ({ level, role, to = pino.destination(1) }: LogSettings): Logger =>
  pino(
    {
      level,
      base: { role },
      serializers: { err: (error) => describeError(error) },
      formatters: { log: pickFields },
    },
    to,
  )
