-- Videos take ten times as long to store as images, and have a queue of their own: they are judged by their
-- own rate.

-- production/admission/ -------------------------------------------------------------------------------------

-- Open videos of the whole service, how many this worker stored in the last seconds, and whether more waited.
alter table worker_pulses add column open_videos int not null default 0;
alter table worker_pulses add column videos_per_second real not null default 0;
alter table worker_pulses add column is_video_saturated boolean not null default false;
