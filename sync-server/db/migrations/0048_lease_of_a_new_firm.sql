ALTER TABLE "directory"."tenants" ALTER COLUMN "lease_days" SET DEFAULT 30;
