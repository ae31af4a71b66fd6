-- What the daemon reads for a dashboard: the last entry of each sort, the running timers, and today's entries.
SELECT * FROM (
  SELECT * FROM entry INDEXED BY entry_by_kind
  WHERE child_id = :child AND deleted_at IS NULL AND kind = 'feeding' AND method = 'breast' ORDER BY start_at DESC, id DESC LIMIT 1)
UNION ALL SELECT * FROM (
  SELECT * FROM entry INDEXED BY entry_by_kind
  WHERE child_id = :child AND deleted_at IS NULL AND kind = 'feeding' AND method = 'bottle' ORDER BY start_at DESC, id DESC LIMIT 1)
UNION ALL SELECT * FROM (
  SELECT * FROM entry INDEXED BY entry_by_kind
  WHERE child_id = :child AND deleted_at IS NULL AND kind = 'diaper' AND method IS NULL ORDER BY start_at DESC, id DESC LIMIT 1)
UNION ALL SELECT * FROM (
  SELECT * FROM entry INDEXED BY entry_by_kind
  WHERE child_id = :child AND deleted_at IS NULL AND kind = 'note' AND method IS NULL ORDER BY start_at DESC, id DESC LIMIT 1)
UNION ALL SELECT * FROM (
  SELECT * FROM entry INDEXED BY entry_by_kind
  WHERE child_id = :child AND deleted_at IS NULL AND kind = 'sleep' AND method IS NULL AND (end_at IS NOT NULL OR end_unknown = 1) ORDER BY start_at DESC, id DESC LIMIT 1)
UNION ALL SELECT * FROM (
  SELECT * FROM entry INDEXED BY entry_by_kind
  WHERE child_id = :child AND deleted_at IS NULL AND kind = 'tummy' AND method IS NULL AND (end_at IS NOT NULL OR end_unknown = 1) ORDER BY start_at DESC, id DESC LIMIT 1)
UNION ALL SELECT * FROM entry INDEXED BY entry_running WHERE child_id = :child AND deleted_at IS NULL AND timer IS NOT NULL;
SELECT * FROM entry INDEXED BY entry_by_start
  WHERE child_id = :child AND deleted_at IS NULL AND start_at < :to AND start_at >= :from - 86400000
    AND (start_at >= :from OR end_at > :from OR timer IS NOT NULL)
  ORDER BY start_at DESC, id DESC;
SELECT * FROM entry INDEXED BY entry_running
  WHERE child_id = :child AND deleted_at IS NULL AND timer IS NOT NULL AND start_at < :from - 86400000 ORDER BY start_at DESC, id DESC;
