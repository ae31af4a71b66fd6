-- What the daemon reads for a dashboard: the last entry of each sort, the running timers, and today's entries.
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'feeding' AND method <> 'pumping'
  ORDER BY start DESC, id DESC LIMIT 1;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'feeding' AND method = 'breast'
  ORDER BY start DESC, id DESC LIMIT 1;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'feeding' AND method = 'bottle'
  ORDER BY start DESC, id DESC LIMIT 1;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'diaper'
  ORDER BY start DESC, id DESC LIMIT 1;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'sleep'
  AND (end IS NOT NULL OR end_unknown) ORDER BY start DESC, id DESC LIMIT 1;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'tummy'
  AND (end IS NOT NULL OR end_unknown) ORDER BY start DESC, id DESC LIMIT 1;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'note'
  ORDER BY start DESC, id DESC LIMIT 1;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'sleep' AND end IS NULL
  AND NOT end_unknown;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND kind = 'tummy' AND end IS NULL
  AND NOT end_unknown;
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND start >= :from - 86400000 AND start < :to
  AND (start >= :from OR end > :from) ORDER BY start, id;
