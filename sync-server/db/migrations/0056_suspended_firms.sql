ALTER TABLE "directory"."tenants" ADD COLUMN "suspended_at" timestamp(3) with time zone;
