-- A worker writes what it can finish a second, which it remembers from the last time it was at its limit.
-- Whether it is at its limit at this moment is not asked any more.

-- production/admission/ -------------------------------------------------------------------------------------

alter table worker_pulses drop column is_saturated;
alter table worker_pulses drop column is_video_saturated;
